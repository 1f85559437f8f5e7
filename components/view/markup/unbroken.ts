import { h, type ViewNode } from "../node.ts"

// A balanced title would break "two-step" at its hyphen. A longer word may still break: it wouldn't fit a small phone
const HYPHENATED = /(?<!\S)(?=\S{3,14}(?!\S))(\S+-\S+)/

/**
 * Returns a text whose short words with a hyphen, such as "sign-in", stay on one line. Later parts are elements,
 * because Solid would insert a second text again with each change of the card.
 */
export const unbroken = (text: string, pattern = HYPHENATED): readonly ViewNode[] =>
  text
    .split(pattern)
    .map(
      (part, index) =>
        part !== "" && (index === 0 ? part : h("span", { class: index % 2 === 1 ? "auth-unbroken" : undefined }, part)),
    )
