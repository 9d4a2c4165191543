// Whether there is a server behind this page. A copy on a static host says in its HTML that there is none.

export const served = typeof document === "undefined" || document.querySelector('meta[name="sixfold-static"]') === null;
