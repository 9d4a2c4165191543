// Giving an address to friends: by the phone's own list of programs, else into the clipboard.
import { copy } from "../share";

export async function handOn(address: string): Promise<void> {
  if (navigator.share !== undefined && matchMedia("(pointer: coarse)").matches) {
    await navigator.share({ title: "Sixfold", url: address }).catch(() => {});
    return;
  }
  await copy(address);
}
