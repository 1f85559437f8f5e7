import type { Chance } from "../../server/test-kit/mutations.ts"

/** Parts of foreign input that parsers treat in a special way. */
const PIECES: [string, ...string[]] = [
  "",
  ...[
    "=",
    ";",
    "&",
    "%",
    "%00",
    "%zz",
    "+",
    ".",
    "..",
    ",",
    ":",
    "[",
    "]",
    "{",
    "}",
    '"',
    "\\",
    "\\u0000",
    "null",
    "true",
    "-1",
    "1e999",
  ],
  ...[
    "9007199254740993",
    "__proto__",
    "constructor",
    "\u0000",
    "\u00ff",
    "\u0080",
    "é",
    "💥",
    "\ud800",
    "https://evil.test",
    "https://issuer.test",
  ],
  ...[
    "eyJhbGciOiJub25lIn0.e30.",
    "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0....",
    "a".repeat(5000),
    "[".repeat(300),
    '{"a":'.repeat(100),
  ],
]

/** Changes an input in one to four places. `other` is another input, whose parts may be copied. */
export function mutate(input: string, other: string, chance: Chance): string {
  let text = input
  for (let changes = 1 + chance.below(4); changes > 0; changes--) text = chance.pick(CHANGES)(text, other, chance)
  return text.slice(0, 20_000)
}

type Change = (text: string, other: string, chance: Chance) => string

const CHANGES: [Change, ...Change[]] = [
  (text, _, chance) => replaceAt(text, chance, 1, String.fromCharCode(chance.below(256))),
  (text, _, chance) => replaceAt(text, chance, 1, flipBit(text, chance)),
  (text, _, chance) => replaceAt(text, chance, 0, chance.pick(PIECES)),
  (text, _, chance) => replaceAt(text, chance, chance.below(8), chance.pick(PIECES)),
  (text, _, chance) => replaceAt(text, chance, 1 + chance.below(40), ""),
  (text, _, chance) => replaceAt(text, chance, 0, randomPart(text, chance)),
  (text, other, chance) => replaceAt(text, chance, chance.below(20), randomPart(other, chance)),
  (text, other, chance) => text.slice(0, chance.below(text.length + 1)) + other.slice(chance.below(other.length + 1)),
  (text) => text.replace(/\d+/, "-1"),
  (text, _, chance) => text.slice(0, chance.below(text.length + 1)),
]

function replaceAt(text: string, chance: Chance, length: number, by: string): string {
  const at = chance.below(text.length + 1)
  return text.slice(0, at) + by + text.slice(at + length)
}

function flipBit(text: string, chance: Chance): string {
  return String.fromCharCode((text.charCodeAt(chance.below(text.length)) || 0) ^ (1 << chance.below(8)))
}

function randomPart(text: string, chance: Chance): string {
  const at = chance.below(text.length + 1)
  return text.slice(at, at + 1 + chance.below(60))
}
