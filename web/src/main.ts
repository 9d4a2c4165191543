// The page begins: what this person has chosen, their language, the drawn pieces, then the first page.
import { mount } from "svelte";
import App from "./App.svelte";
import { startLanguage } from "./i18n";
import { startSettings } from "./settings";
import "./theme.css";

startSettings();
await startLanguage();
const target = document.getElementById("app");
if (target !== null) mount(App, { target });

if ("serviceWorker" in navigator && import.meta.env.PROD) {
  // Installable, and a page to show without a network. Plain http on a home network has no such thing: all else works.
  navigator.serviceWorker.register("/worker.js").catch(() => {});
}
