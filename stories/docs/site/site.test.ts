import { readFileSync, existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, test } from "vitest"
import { markdownTables, type MarkdownNode } from "../../.storybook/tables.ts"
import { GROUPS, navGroups } from "./groups.ts"
import { llmsFullText, llmsText } from "./llms.ts"
import { KEYWORDS } from "./keywords.ts"
import { headingId, readPages } from "./read-pages.ts"
import { searchDocs, searchEntries } from "./search-index.ts"

const folder = join(import.meta.dirname, "..")
const pages = readPages(folder)
const entries = searchEntries(pages)

describe("the sidebar", () => {
  test("has every page once", () => {
    const ids = GROUPS.flatMap((group) => group.ids)
    expect(ids.toSorted()).toEqual(pages.map(({ id }) => id).toSorted())
  })

  test("shows a page without a group at the end", () => {
    const groups = navGroups([{ id: "x", file: "x.mdx", title: "X" }])
    expect(groups).toEqual([{ title: "More", pages: [{ id: "x", file: "x.mdx", title: "X" }] }])
  })
})

describe("every page", () => {
  test("has a title and a first sentence", () => {
    const lacking = pages.filter(
      ({ file, title, lead }) => file !== "threats.mdx" && (title === "" || lead.length < 15),
    )
    expect(lacking.map(({ file }) => file)).toEqual([])
  })

  test("is Markdown, with its code", () => {
    const withoutCode = (text: string) => text.replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, "")
    const unread = pages.filter(({ markdown }) => /<\/?[A-Z]|^import |^export /m.test(withoutCode(markdown)))
    expect(unread.map(({ file }) => file)).toEqual([])
    const empty = pages.filter(({ markdown }) => /```\w+\n\n```/.test(markdown))
    expect(empty.map(({ file }) => file)).toEqual([])
  })

  test("links to pages and sections that exist", () => {
    const broken = pages.flatMap(({ file, markdown }) =>
      [...markdown.matchAll(/\]\((\.{1,2}\/[\w./-]+)(?:#([\w-]+))?\)/g)].flatMap(([, path = "", anchor]) => {
        const target = join(folder, dirname(file), path)
        if (!existsSync(target)) return [`${file}: ${path}`]
        if (anchor === undefined) return []
        const headings = [...readFileSync(target, "utf8").matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
          headingId(heading.replaceAll("`", "")),
        )
        return headings.includes(anchor) ? [] : [`${file}: ${path}#${anchor}`]
      }),
    )
    expect(broken).toEqual([])
  })
})

describe("the search", () => {
  const first = (query: string) => {
    const [hit] = searchDocs(entries, query)
    return hit && `${hit.page}${hit.heading && ` › ${hit.heading}`}`
  }

  test.each([
    ["absoluteMaxAge", "Options › session.absoluteMaxAge"],
    ["OAuthAccountNotLinked", "Error types › OAuthAccountNotLinked"],
    ["preview deployments", "Deployment › Preview deployments"],
    ["preview deploy", "Deployment › Preview deployments"],
    ["rate limit", "Rate limits"],
    ["passkeys", "Passkeys"],
  ])("finds %s", (query, expected) => expect(first(query)).toBe(expected))

  test.each([
    ["API key", "What it doesn't do"],
    ["serverless", "Any other server"],
    ["refreshAccessToken", "Account › Tokens of a provider"],
    ["refresh token rotation", "Account › Tokens of a provider"],
    ["react native login", "Native apps › React Native and Expo"],
    ["remix", "React Router"],
    ["expo", "Native apps › React Native and Expo"],
    ["nestjs", "Any other server › Nest"],
    ["bun", "Any other server › Bun"],
    ["fastify", "Any other server › Fastify"],
    ["elysia", "Any other server › Elysia"],
    ["tanstack start", "TanStack Start"],
    ["astro", "Astro"],
    ["nuxt", "Nuxt"],
    ["vue", "Angular, Preact and Vue"],
    ["angular", "Angular, Preact and Vue › Angular"],
    ["Cross-site POST form submissions are forbidden", "Astro › Forms of other sites"],
    ["waitUntil", "Deployment › Serverless and edge functions"],
    ["reverse proxy", "Deployment › Behind a proxy, or in Docker"],
    ["websocket", "Any other server › WebSockets"],
    ["mock useSession", "Testing"],
    ["go live", "Before you go live"],
    ["CSP", "Content security policy"],
    ["module augmentation", "Coming from Auth.js › What to import instead"],
    ["session.user.id", "Sessions › What a session contains"],
    ["next.config basePath", "Deployment › Below a sub-path"],
  ])("finds %s by a keyword", (query, expected) => expect(first(query)).toBe(expected))

  test("has keywords for pages and sections that exist only", () => {
    const found = entries.filter(({ keywords }) => keywords.length > 0)
    expect(found).toHaveLength(Object.keys(KEYWORDS).length)
  })

  test("finds only sections that have every word, and nothing without words", () => {
    const hits = searchDocs(entries, "redis ratelimiter")
    expect(hits.length).toBeGreaterThan(0)
    for (const { page, heading, text } of hits) expect(`${page} ${heading} ${text}`.toLowerCase()).toMatch(/redis/)
    expect(searchDocs(entries, " ")).toEqual([])
    expect(searchDocs(entries, "zzzzz")).toEqual([])
  })

  test("shows the text around the first word", () => {
    const [hit] = searchDocs(
      [{ id: "a", page: "A", heading: "", anchor: "", text: `${"before ".repeat(30)}needle after`, keywords: [] }],
      "needle",
    )
    expect(hit?.excerpt).toMatch(/^… .*needle after$/)
  })
})

describe("the files for language models", () => {
  test("list every page, in the sidebar's order", () => {
    const text = llmsText(pages)
    expect(text).toMatch(/^# Latchkit\n\n> /)
    expect([...text.matchAll(/^- \[/gm)]).toHaveLength(pages.length)
  })

  test("have every page's text, with its code", () => {
    const text = llmsFullText(pages)
    for (const { title } of pages) expect(text).toContain(`# ${title}\n`)
    expect(text).toContain("timingSafeEqual")
  })
})

test("a paragraph with pipes becomes a table", () => {
  const text = (value: string): MarkdownNode => ({ type: "text", value })
  const code = { type: "inlineCode", value: "a \\| b" }
  const tree = {
    type: "root",
    children: [
      { type: "paragraph", children: [text("| A | B |\n| --- | --- |\n| "), code, text(" | two |")] },
      { type: "paragraph", children: [text("one | two")] },
    ],
  }
  markdownTables()(tree)
  const cell = (...children: MarkdownNode[]) => ({ type: "tableCell", children })
  expect(tree.children[0]).toEqual({
    type: "table",
    children: [
      { type: "tableRow", children: [cell(text("A")), cell(text("B"))] },
      { type: "tableRow", children: [cell({ type: "inlineCode", value: "a | b" }), cell(text("two"))] },
    ],
  })
  expect(tree.children[1]?.type).toBe("paragraph")
})
