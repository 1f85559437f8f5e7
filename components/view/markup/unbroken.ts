import { h, type ViewNode } from "../node.ts"

// A balanced title would break "two-step" at its hyphen. A longer word may still break: it wouldn't fit a small phone
const HYPHENATED = /(?<!\S)(\S{1,7}-\S{1,12})(?!\S)/

/**
 * Returns a text whose short words with a hyphen, such as "sign-in", stay on one line. Several parts are elements: a
 * browser that translates the page replaces its texts, and React couldn't remove one from between elements.
 */
export const unbroken = (text: string, pattern = HYPHENATED): readonly ViewNode[] =>
  text
    .split(pattern)
    .map((part, index, all) => (all[1] ? textPart(part, index % 2 > 0 ? "auth-unbroken" : undefined) : part))

/** Renders a text between elements. */
export const textPart = (text: string, name?: string): ViewNode => text && h("span", { class: name }, text)
