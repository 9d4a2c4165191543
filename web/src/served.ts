// Whether there is a server behind this page. A copy on a static host says in its HTML that there is none.

const marked = (mark: string): boolean =>
  typeof document !== "undefined" && document.querySelector(`meta[name="sixfold-${mark}"]`) !== null;

export const served = !marked("static");
/** Whether people who do not know each other meet here; its host may have all of that switched off. */
export const meets = served && !marked("nobody-meets");
