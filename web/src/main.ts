// The page begins: what this person has chosen, their language, the drawn pieces, then the first page.
import { mount } from "svelte";
import App from "./App.svelte";
import { startLanguage } from "./i18n";
import { versions } from "./offline.svelte";
import { startSettings } from "./settings";
import "./theme.css";

startSettings();
await startLanguage();
const target = document.getElementById("app");
if (target !== null) mount(App, { target });

if (import.meta.env.PROD) versions.start().catch(() => {}); // without it only the network is missed
