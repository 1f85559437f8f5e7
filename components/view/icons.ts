import { h, type ElementNode } from "./node.ts"

// Line icons on a 24 px grid, with a stroke in the text's color. These are the sign-in card's; `more-icons.ts` has all
// others, because bundlers never split a module
export const exclamation = "M12 21a9 9 0 1 1 .01 0ZM12 7.8v4.7M12 16.2v.01"
export const eye = "M2.5 12q9.5-13 19 0-9.5 13-19 0ZM12 15a3 3 0 1 1 .01 0Z"
export const key = "M3 20.5a7 7 0 0 1 10-6.3M10 10.5a4 4 0 1 1 .01 0ZM18 15.5a3 3 0 1 1 .01 0V21l2-1.5M18 18l1.5 1"

/** Returns a decorative icon. The text beside it has the meaning. */
export function icon(d: string, size = 18): ElementNode {
  const attributes = { class: "auth-icon", viewBox: "0 0 24 24", width: size, height: size, "aria-hidden": "true" }
  return h("svg", attributes, h("path", { d }))
}
