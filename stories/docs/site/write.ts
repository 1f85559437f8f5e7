// Writes the pages as Starlight takes them, and for programs: as Markdown, `llms.txt` and `llms-full.txt`
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { GALLERY } from "./gallery.ts"
import { GROUPS, type Group } from "./groups.ts"
import { KEYWORDS } from "./keywords.ts"
import { llmsFullText, llmsText } from "./llms.ts"
import {
  headingId,
  linked,
  linksTo,
  outsideCode,
  pathOf,
  plain,
  readPages,
  toMarkdown,
  withIncluded,
  type DocsPage,
} from "./pages.ts"
import { registryFiles } from "./registry.ts"
import { suggestions } from "./suggestions.ts"
import { galleryPages, liveFiles } from "./write-gallery.ts"

const HERE = import.meta.dirname
const CONTENT = join(HERE, "src/content/docs")
const LIVE = join(HERE, "src/live")
const PUBLIC = join(HERE, "public")

const FAVICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30"><rect width="30" height="30" rx="9" fill="#17171c"/><g fill="none" stroke="#fff" stroke-width="1.6" stroke-linecap="round"><circle cx="19" cy="15" r="3.2"/><path d="M15.8 15H8M8 15v2.6M11 15v2"/></g></svg>\n'

/** The page for an address that no page has. It is shown at any depth, so its links begin with the site's base path. */
const NOT_FOUND = `---
title: "Page not found"
description: "No page of the documentation has this address."
editUrl: false
tableOfContents: false
prev: false
next: false
---

This page doesn't exist, or it has moved. Search for it, or begin at one of these pages:

${[
  ["Overview", ""],
  ["The guide of your framework", "#add-sign-in-to-your-app"],
  ["Errors", "errors/"],
  ["All options", "api/options/"],
]
  .map(([label, path]) => `- [${label}](${process.env["DOCS_BASE"] ?? "/"}${path})`)
  .join("\n")}
`

/** Blocks that are Markdown elements of one name, with their components. */
export const BLOCKS = [
  "Evidence",
  "Example",
  "Lead",
  "Links",
  "Note",
  "Operations",
  "Providers",
  "Shown",
  "SignInEmail",
  "Steps",
  "ThemeEditor",
]

/** Writes all pages. A file that hasn't changed stays as it is, so that a development server doesn't reload. */
export function writePages(): void {
  const pages = [...readPages(), ...galleryPages()]
  for (const page of pages) {
    const isPlain = withIncluded(page.body) !== page.body // threats aren't MDX
    put(
      join(CONTENT, `${page.name === "overview" ? "index" : page.name}.${isPlain ? "md" : "mdx"}`),
      toStarlight(page, pages),
    )
    put(join(PUBLIC, `${page.name}.md`), `${toMarkdown(page, pages)}\n`)
  }
  put(join(CONTENT, "404.md"), NOT_FOUND)
  for (const shown of GALLERY) for (const [file, text] of Object.entries(liveFiles(shown))) put(join(LIVE, file), text)
  cpSync(join(HERE, "../../.storybook/public"), PUBLIC, { recursive: true })
  put(join(PUBLIC, "favicon.svg"), FAVICON)
  put(join(PUBLIC, "llms.txt"), llmsText(pages))
  put(join(PUBLIC, "llms-full.txt"), llmsFullText(pages))
  put(join(PUBLIC, "suggestions.json"), JSON.stringify(suggestions(pages)))
  for (const [file, value] of Object.entries(registryFiles()))
    put(join(PUBLIC, file), `${JSON.stringify(value, null, 2)}\n`)
}

/** The sidebar, with a group for the components. */
export function sidebarGroups(): readonly Group[] {
  const components = { title: "Components", pages: galleryPages().map(({ name }) => name) }
  const at = GROUPS.findIndex(({ title }) => title === "Look") + 1
  return [...GROUPS.slice(0, at), components, ...GROUPS.slice(at)]
}

/** Removes what an earlier run wrote. */
export function clearPages(): void {
  for (const folder of [CONTENT, LIVE, PUBLIC]) rmSync(folder, { recursive: true, force: true })
}

function put(file: string, text: string): void {
  if (existsSync(file) && readFileSync(file, "utf8") === text) return
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** A page's text with the front matter, imports and links that Starlight needs. */
export function toStarlight(page: DocsPage, pages: readonly DocsPage[]): string {
  const root = "../".repeat(pathOf(page.name).split("/").length - 1) || "./"
  const folder = dirname(page.file)
  const address = (path: string) => `${root}${pathOf(join(folder, path).replace(/\.mdx$/, ""))}`
  const isIndex = page.name === "overview"
  const front = {
    title: page.title,
    description: plain(page.description),
    editUrl: `https://github.com/latchkit/latchkit/edit/main/stories/docs/${page.name.startsWith("components/") ? "site/gallery.ts" : page.file}`,
    ...(isIndex && { tableOfContents: false, hero: {} }),
    sidebar: { label: page.label },
  }
  const body = withIncluded(page.body).replace(/^<Hero \/>$/m, "") // it stands above the text
  const isPlain = withIncluded(page.body) !== page.body
  const cards = (names: string) =>
    JSON.stringify(
      linked(names, page, pages).map(({ label, name, description }) => ({
        label,
        href: root + pathOf(name),
        text: plain(description),
      })),
    )
  const text = linksTo(withFlags(withTables(withTitles(withKeywords(body, page)))), address).replaceAll(
    /^<Links to="([^"]*)" \/>$/gm,
    (_, names: string) => `<Links pages={${cards(names)}} />`,
  )
  const lead = isIndex
    ? ""
    : isPlain
      ? `${page.description}\n\n`
      : `<Lead>\n\n${linksTo(page.description, address)}\n\n</Lead>\n\n`
  const component = page.name.startsWith("components/") ? page.label : undefined
  const used = BLOCKS.filter((name) => new RegExp(`<${name}[\\s>]`).test(lead + text))
  const up = "../".repeat(page.name.split("/").length + 1)
  const place = (name: string) => (name === "Example" ? `live/${component}` : `components/${name}`)
  const imports = used.map((name) => `import ${name} from "${up}${place(name)}.astro"\n`).join("")
  const lines = Object.entries(front).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  return `---\n${lines.join("\n")}\n---\n\n${isPlain ? "" : `${imports}\n`}${lead}${text}`
}

/** Names the file of a fence as its title: on GitHub the name is a paragraph above it. */
export const withTitles = (body: string): string =>
  body.replaceAll(
    /^`([^`\n]+)`(?:, ([^\n]+?))?:?\n\n```(\w+) [^\n]*\bfrom=[^\n]*$/gm,
    (_, name: string, note: string | undefined, language: string) =>
      `\`\`\`${language} title=${JSON.stringify(note === undefined ? name : `${name}, ${note.replaceAll(/`|:$/g, "")}`)}`,
  )

/** Lets a wide table scroll by itself, with the keyboard too. */
const withTables = (body: string): string =>
  outsideCode(body, (text) =>
    text.replaceAll(
      /^\|.*(?:\n\|.*)*$/gm,
      (table) => `<div class="table" role="group" aria-label="Table" tabindex="0">\n\n${table}\n\n</div>`,
    ),
  )

/** Keeps a command's flag in one line: a browser may break it after its hyphens. */
const withFlags = (body: string): string =>
  outsideCode(body, (text) =>
    text.replaceAll(/^(?!#).*$/gm, (line) =>
      line.replaceAll(/(?<!`)`(--[\w-]+)`(?!`)/g, '<span class="flag">`$1`</span>'),
    ),
  )

/** Adds the words that a page or section is searched by, besides its own. Only the search index has them. */
function withKeywords(body: string, page: DocsPage): string {
  const words = (anchor = "") => KEYWORDS[`${page.file}${anchor && `#${anchor}`}`]
  const hidden = (found: readonly string[] | undefined) =>
    found
      ? `\n\n<span hidden data-pagefind-weight="10" data-pagefind-index-attrs="data-words" data-words=${JSON.stringify(found.join(", "))} />`
      : ""
  const marked = outsideCode(body, (text) =>
    text.replaceAll(/^#{2,3} (.+)$/gm, (line, heading: string) => `${line}${hidden(words(headingId(heading)))}`),
  )
  return `${hidden(words()).trim()}\n\n${marked}`.trimStart()
}
