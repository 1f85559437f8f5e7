import { h, type ViewNode } from "../node.ts"

// A balanced title would break "two-step" at its hyphen. A longer word may still break: it wouldn't fit a small phone
const HYPHENATED = /(?<!\S)(?=\S{3,14}(?!\S))(\S+-\S+)/

// Keeps a hyphen with the character after it. An address that is longer than a line still breaks elsewhere
const HYPHEN = /(-.)/u

/**
 * Returns a text whose short words with a hyphen, such as "sign-in", stay on one line. Later parts are elements,
 * because Solid would insert a second text again with each change of the card.
 */
export const unbroken = (text: string, pattern = HYPHENATED): readonly ViewNode[] =>
  text
    .split(pattern)
    .map((part, index) =>
      index === 0 ? part : part && h("span", { class: index % 2 === 1 ? "auth-unbroken" : undefined }, part),
    )
    .filter((node) => node !== "")

/** Returns a sentence with an emphasized name or address, which isn't broken at its hyphen. */
export const emphasized = (before: string, name: string, after: string): readonly ViewNode[] => [
  before,
  h("strong", { dir: "auto" }, ...unbroken(name, HYPHEN)),
  after !== "" && after,
]
