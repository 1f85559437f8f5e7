import { en } from "./en.ts"
import type { Messages } from "./types.ts"

const ACCENTED: Readonly<Record<string, string>> = {
  a: "á",
  e: "ë",
  i: "ï",
  o: "ö",
  u: "ü",
  c: "ç",
  n: "ñ",
  s: "š",
  y: "ý",
}

/**
 * English with accents and 40 % longer, in brackets: what is cut off, joined from pieces or not in the catalogue shows
 * at a glance. For tests of a layout.
 */
export const pseudo: Messages = {
  ...(elongate(en) as Messages), // the same keys, each with a text of the same kind
  language: { lang: "en-XA", dir: "ltr" },
}

function elongate(value: unknown): unknown {
  if (typeof value === "string") return elongateText(value)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, elongate(inner)]))
}

// Names in braces stay as they are
function elongateText(text: string): string {
  const accented = text
    .split(/(\{\w+\})/)
    .map((part) => (part.startsWith("{") ? part : part.replace(/[aeioucnsy]/g, (letter) => ACCENTED[letter] ?? letter)))
    .join("")
  const padding = " ~".repeat(Math.ceil((text.length * 0.4) / 2))
  return `[${accented}${padding}]`
}
