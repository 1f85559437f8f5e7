import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, onTestFinished, test } from "vitest"
import { openCache } from "./cache.mjs"
import { lint } from "./lint.mjs"
import { compare, folderKey } from "./ratchet.mjs"
import { RETIRED_NAMES, RETIRED_WORDS } from "./retired-words.mjs"
import { findProse } from "./sources.mjs"

const toLines = (text) => text.split("\n").map((line, index) => ({ line: index + 1, text: line }))
const rulesIn = async (text) => (await lint(toLines(text))).map(({ rule }) => rule)
const words = (count) => Array.from({ length: count }, (_, index) => `word${index}`).join(" ")

describe("sentence-length", () => {
  test("allows 25 words and rejects 26", async () => {
    expect(await rulesIn(`${words(25)}.`)).toEqual([])
    expect(await rulesIn(`${words(26)}.`)).toEqual(["sentence-length"])
  })

  test("counts a sentence that continues on the next line as one", async () => {
    expect(await rulesIn(`${words(16)}\n${words(16)}.`)).toEqual(["sentence-length"])
    expect(await rulesIn(`${words(16)}.\n${words(16)}.`)).toEqual([])
  })

  test("counts code as one word", async () => {
    expect(await rulesIn(`${words(24)} \`a b c d e f\`.`)).toEqual([])
  })

  test("names the line on which the sentence starts", async () => {
    const found = await lint(toLines(`One.\n\nTwo. Three.\n${words(20)}\n${words(20)}.`))
    expect(found).toEqual([
      { line: 4, rule: "sentence-length", message: "The sentence has more than 25 words. Split it." },
    ])
  })
})

describe("retired-words", () => {
  test.each([
    "The page greets whoever is signed in.",
    "It opens for nobody.",
    "Its limit is that of the provider.",
    "The newest is the one that counts.",
    "Returns the text where there is none.",
    "The text is no JWT.",
    "It rejects anything but a string.",
    "It lets the user in all the same.",
    "The cookie was read, the version aside.",
    "A URL was wanted.",
    "The form does not hold.",
    "Each visitor has a cookie.",
    "The last way in stays.",
    "A refusal is an error.",
    "The server refuses the form.",
    "A mailed link opens it.",
    "It sends a mail.",
    "The sign-in runs beside the page.",
    "The user ticked the box.",
    "It starts a reading.",
    "The service sends it.",
    "The function answers with a string.",
    "The host may set it.",
    "React draws the card.",
  ])("rejects %j", async (text) => {
    expect(await rulesIn(text)).toContain("retired-words")
  })

  test.each([
    "The user who signed in sees it.",
    "There is no session.",
    "The session is no longer valid.",
    "The database refuses the connection.",
    "The mail server accepts the email.",
    "The service worker caches the page.",
    "Set `visitor` to `nobody`.",
    "The bytes are drawn at random.",
  ])("allows %j", async (text) => {
    expect(await rulesIn(text)).toEqual([])
  })

  test("looks at headings, lists, tables and links, and not at code and addresses", async () => {
    expect(await rulesIn("# For visitors")).toEqual(["retired-words"])
    expect(await rulesIn("- one visitor")).toEqual(["retired-words"])
    expect(await rulesIn("| a |\n|---|\n| visitor |")).toEqual(["retired-words"])
    expect(await rulesIn("[the visitor](https://example.com)")).toEqual(["retired-words"])
    expect(await rulesIn("[the user](https://example.com/visitor)")).toEqual([])
    expect(await rulesIn("```ts\nconst visitor = nobody\n```")).toEqual([])
  })

  test("finds words that a line break separates", async () => {
    expect(await lint(toLines("First line.\nThe one\nthat counts."))).toEqual([
      { line: 2, rule: "retired-words", message: '"The one that". Repeat the noun.' },
    ])
  })

  test("suggests something in every row", () => {
    for (const { instead } of [...RETIRED_WORDS, ...RETIRED_NAMES]) expect(instead).toMatch(/^[A-Z].*\.$/)
  })
})

describe("retired-openings", () => {
  test.each([
    "What a JWT claims.",
    "It works. Who is signed in sees it.",
    "Of two hosts that disagree neither counts.",
  ])("rejects %j", async (text) => {
    expect(await rulesIn(text)).toEqual(["retired-openings"])
  })

  test.each(["What is a JWT?", "# What you get", "Returns what a JWT claims.", "Of two calls, only one gets it."])(
    "allows %j",
    async (text) => {
      expect(await rulesIn(text)).toEqual([])
    },
  )
})

describe("retired-names", () => {
  test("rejects a former name in code, and allows it as a part of another", async () => {
    expect(await rulesIn("Reads the `Visit`.")).toEqual(["retired-names"])
    expect(await rulesIn("Reads the `VisitorCount`.")).toEqual([])
  })

  test("allows a former name beside the new one", async () => {
    expect(await rulesIn("`Visit` is `RequestContext` now.")).toEqual([])
  })
})

/** The prose of a file, without empty lines. */
const proseIn = (file, source) => findProse(file, source).filter(({ text }) => text.trim() !== "")

describe("the prose of a file", () => {
  test("is every comment of code, with its line, and no directive", () => {
    const source = `// eslint-disable-next-line\n// One\n// comment\nconst a = "// no comment" // Another\n/** A third. @default 5 */\n`
    expect(proseIn("server/a.ts", source)).toEqual([
      { line: 2, text: "One" },
      { line: 3, text: "comment" },
      { line: 4, text: "Another" },
      { line: 5, text: "A third." },
    ])
  })

  test("is the text of TSDoc tags, without names, types and examples", () => {
    const source = [
      "/**",
      " * Reads {@link Session}.",
      " *",
      " * @param name the cookie's name",
      " * @throws {AuthError} if it fails",
      " * @example",
      " * read()",
      " */",
      "export const a = 1",
    ].join("\n")
    expect(proseIn("server/a.ts", source)).toEqual([
      { line: 2, text: "Reads `Session`." },
      { line: 4, text: "the cookie's name" },
      { line: 5, text: "if it fails" },
    ])
  })

  test("is the messages of errors, logs and problems, with expressions as code", () => {
    const source = [
      'throw new AuthError("InvalidRequest", `The form of ${id} expired. Try again.`)',
      'settings.logger.debug("The session cookie expired")',
      'const sql = "select a from b where c"',
    ].join("\n")
    expect(proseIn("server/a.ts", source)).toEqual([
      { line: 1, text: "The form of `x` expired. Try again." },
      { line: 2, text: "The session cookie expired" },
    ])
    expect(proseIn("server/a.test.ts", source)).toEqual([])
  })

  test("is every text of the English messages", () => {
    expect(proseIn("components/view/messages/en.ts", 'export const a = { b: "Sign in to {site}" }')).toEqual([
      { line: 1, text: "Sign in to {site}" },
    ])
  })

  test("is the Markdown of MDX without imports and tags", () => {
    const source = 'import { Note } from "./note.tsx"\n\n<Note title="A">\n  Text in **JSX**.\n</Note>\n'
    expect(proseIn("stories/docs/a.mdx", source)).toEqual([{ line: 4, text: "Text in **JSX**." }])
  })

  test("is the changelog's section of the next version", () => {
    const source = "# Changelog\n\n## 2.0.0 (unreleased)\n\nNew.\n\n## 1.0.0\n\nOld."
    expect(proseIn("CHANGELOG.md", source)).toEqual([
      { line: 3, text: "## 2.0.0 (unreleased)" },
      { line: 5, text: "New." },
    ])
  })

  test("is the scripts of a Svelte component, with their lines", () => {
    const source = '<script lang="ts">\n  // Why\n  let a = 1\n</script>\n<p>{a}</p>\n'
    expect(proseIn("components/svelte/a.svelte", source)).toEqual([{ line: 2, text: "Why" }])
  })
})

describe("the ratchet", () => {
  test("counts by folder of the second level, and files above by their part or name", () => {
    expect(["server/http/a.ts", "server/http/b/c.ts", "server/index.ts", "README.md"].map(folderKey)).toEqual([
      "server/http",
      "server/http",
      "server",
      "README.md",
    ])
  })

  test("fails a row that has more findings than it may, and one that has fewer", () => {
    const { more, fewer, lowered } = compare({ a: 3, b: 1, d: 2 }, { a: 2, b: 2, c: 1, d: 2 })
    expect(more).toEqual([{ row: "a", found: 3, allowed: 2 }])
    expect(fewer.map(({ row }) => row)).toEqual(["b", "c"])
    expect(lowered).toEqual({ a: 2, b: 1, d: 2 })
  })

  test("allows nothing in a row that isn't listed", () => {
    expect(compare({ a: 1 }, {}).more).toEqual([{ row: "a", found: 1, allowed: 0 }])
    expect(compare({ a: 1 }, {}).lowered).toEqual({})
  })
})

describe("the findings of an earlier check", () => {
  const FILE = "README.md"

  /** Runs two checks of a file. Returns the findings of the second one, and how many of them read the file. */
  async function checkTwice(first, second) {
    const folder = mkdtempSync(join(tmpdir(), "latchkit-prose-"))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const read = []
    const find = async (_, source) => (read.push(source), [{ line: 1, rule: "rule", message: source }])
    const results = []
    for (const { rules = "rules", source = "text" } of [first, second]) {
      const cache = openCache(join(folder, "cache/prose.json"), { rules, find })
      results.push(await cache.findings(FILE, source))
      cache.save()
    }
    return { reads: read.length, messages: results[1].map(({ message }) => message) }
  }

  test("are kept for a file that didn't change", async () => {
    expect(await checkTwice({}, {})).toEqual({ reads: 1, messages: ["text"] })
  })

  test("are replaced if the file changed", async () => {
    expect(await checkTwice({}, { source: "other" })).toEqual({ reads: 2, messages: ["other"] })
  })

  test("are replaced if a rule changed", async () => {
    expect(await checkTwice({}, { rules: "others" })).toEqual({ reads: 2, messages: ["text"] })
  })
})
