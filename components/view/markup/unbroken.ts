import { h, type ViewNode } from "../node.ts"

// A balanced title would break "two-step" at its hyphen. A longer word may still break: it wouldn't fit a small phone
const HYPHENATED = /(?<!\S)(?=\S{3,14}(?!\S))(\S+-\S+)/

/** Returns a title whose short words with a hyphen stay on one line. */
export const unbroken = (title: string): readonly ViewNode[] =>
  title
    .split(HYPHENATED)
    .map((text, index) => (index % 2 === 1 ? h("span", { class: "auth-unbroken" }, text) : text))
    .filter((node) => node !== "")
