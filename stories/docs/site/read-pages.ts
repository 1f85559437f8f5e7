import { readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { AUTHJS, CHANGES_4 } from "../facts/authjs.ts"
import type { Fact } from "../facts/fact.ts"
import { OPERATIONS } from "../facts/operations.ts"
import { DECISIONS, REFUSED } from "../facts/security.ts"

/** A page of the documentation, as its file has it. */
export interface DocsPage {
  /** Its id in Storybook, such as `guides-passwords`. */
  readonly id: string
  /** Its name in the sidebar. */
  readonly name: string
  /** The file in `stories/docs`, such as `passwords.mdx` or `api/options.mdx`. */
  readonly file: string
  readonly title: string
  /** The page's first sentence. */
  readonly lead: string
  /** The page as Markdown, with its code and without its parts that need a browser. */
  readonly markdown: string
}

/** Reads all pages below a folder. */
export function readPages(folder: string): DocsPage[] {
  const files = readdirSync(folder, { encoding: "utf8", recursive: true })
  return files
    .filter((file) => file.endsWith(".mdx"))
    .toSorted()
    .map((file) => readPage(folder, file))
}

export function readPage(folder: string, file: string): DocsPage {
  const source = readFileSync(join(folder, file), "utf8")
  const path = /<Meta title="([^"]+)"/.exec(source)?.[1]
  if (path === undefined) throw new Error(`${file} has no \`<Meta title="…" />\``)
  const markdown = toMarkdown(source, join(folder, file))
  const [, title = ""] = /^# (.+)$/m.exec(markdown) ?? []
  const [lead = ""] = markdown
    .replace(/^# .+$/m, "")
    .trim()
    .split("\n\n")
  return {
    id: storybookId(path),
    name: path.slice(path.indexOf("/") + 1),
    file,
    title,
    lead: lead.replaceAll("\n", " "),
    markdown,
  }
}

/** Returns the id that Storybook gives a title. */
export const storybookId = (path: string): string => path.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")

/** Returns the id that a heading has in its page, here and on GitHub. */
export const headingId = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\-_ ]/gu, "")
    .replaceAll(" ", "-")

/** Replaces the blocks of a page by Markdown: code by fences, and the rest by its text. */
function toMarkdown(source: string, file: string): string {
  return outsideCode(source, (text) =>
    text
      .replaceAll(/^import [\s\S]*? from "[^"]+"$/gm, "")
      .replaceAll(/\{\/\*[\s\S]*?\*\/\}/g, "")
      .replaceAll(/<Evidence facts=\{(\w+)\} \/>/g, (_, name: string) => evidence(name))
      .replaceAll(
        /<Rows head=.*rows=\{OPERATIONS\..*\/>/g,
        () =>
          `| For | Operations |\n| --- | --- |\n${OPERATIONS.map(({ purpose, names }) => `| ${purpose} | ${names.join(", ")} |`).join("\n")}`,
      )
      .replaceAll("<Providers />", providerList)
      .replaceAll(/<(Threats|RelyingParty) \/>/g, (_, block: string) => included(dirname(file), block))
      .replaceAll(/<(?:Lead|Note|Steps|Result)[^>]*>\s*|\s*<\/(?:Lead|Note|Steps|Result)>/g, "\n\n")
      .replaceAll(/^<[A-Z]\w*(?:\s(?:[^<>]|=>|<[^>]*>)*?)?\/>$/gm, "")
      .replaceAll(/\\([{}<])/g, "$1")
      .replaceAll(/^ +(?=\S)/gm, (indent) => (indent.length > 1 ? indent : "")),
  )
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim()
}

const FACTS: Readonly<Record<string, readonly Fact[]>> = { AUTHJS, CHANGES_4, DECISIONS, REFUSED }

const evidence = (name: string): string =>
  (FACTS[name] ?? []).map(({ says, file, test }) => `- ${says} (test: "${test}" in \`${file}\`)`).join("\n")

/** Returns the providers of the catalogue, as a list. */
function providerList(): string {
  const text = readFileSync(join(import.meta.dirname, "../providers/providers.json"), "utf8")
  const providers = JSON.parse(text) as { id: string; export: string; name: string }[]
  return providers
    .map(({ id, name, export: value }) => `- ${name}: \`${value}\` of \`latchkit/providers/${id}\``)
    .join("\n")
}

const INCLUDED: Readonly<Record<string, string>> = { Threats: "threats.md", RelyingParty: "relying-party.md" }

/** Returns the Markdown file that a block shows. */
const included = (folder: string, block: string): string =>
  readFileSync(join(folder, INCLUDED[block] ?? ""), "utf8").replaceAll(/<\/?span[^>]*>/g, "")

/** Changes the text of a page, and of its fences only what says where the code comes from. */
function outsideCode(source: string, change: (text: string) => string): string {
  return source
    .split(/(^```[\s\S]*?^```$)/m)
    .map((part, at) => (at % 2 === 1 ? part.replace(/^```(\w+) .*$/m, "```$1") : change(part)))
    .join("")
}
