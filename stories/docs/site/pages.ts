import { readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { OPERATIONS } from "../facts/operations.ts"
import { findFacts } from "./facts.ts"
import { GROUPS } from "./groups.ts"

/** The folder of the pages. */
export const FOLDER = join(import.meta.dirname, "..")

/** A page of the documentation, as its file has it. */
export interface DocsPage {
  /** The file without its ending, such as `passwords` or `api/options`. */
  readonly name: string
  /** The file in `stories/docs`, such as `passwords.mdx`. */
  readonly file: string
  readonly title: string
  /** Its name in the sidebar, if that isn't the title. */
  readonly label: string
  /** One or two sentences, in Markdown, below the title and in the results of a search engine. */
  readonly description: string
  /** What follows the front matter. */
  readonly body: string
}

/** Reads all pages below a folder, in the sidebar's order. */
export function readPages(folder = FOLDER): DocsPage[] {
  const order = GROUPS.flatMap(({ pages }) => pages)
  const place = ({ name }: DocsPage) => (order.includes(name) ? order.indexOf(name) : order.length)
  const files = [folder, join(folder, "api")].flatMap((one) => readdirSync(one).map((file) => join(one, file)))
  return files
    .filter((file) => file.endsWith(".mdx"))
    .map((file) => readPage(folder, file.slice(folder.length + 1)))
    .toSorted((one, other) => place(one) - place(other))
}

function readPage(folder: string, file: string): DocsPage {
  const [, front = "", body = ""] =
    /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(readFileSync(join(folder, file), "utf8")) ?? []
  const field = (name: string) => JSON.parse(new RegExp(`^${name}: (".*")$`, "m").exec(front)?.[1] ?? '""') as string
  const [title, description] = [field("title"), field("description")]
  return { name: file.replace(/\.mdx$/, ""), file, title, label: field("label") || title, description, body }
}

/** Returns the path of a page's address. The first page is the site's root. */
export const pathOf = (name: string): string => (name === "overview" ? "" : `${name}/`)

/** Returns Markdown of a line as text. */
export const plain = (markdown: string): string =>
  markdown
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, "$1")
    .replaceAll(/\\([{}<])/g, "$1")
    .replaceAll("`", "")

/** Returns the id that a heading has in its page, here and on GitHub. */
export const headingId = (heading: string): string =>
  plain(heading)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\-_ ]/gu, "")
    .replaceAll(" ", "-")

/** Changes the text of a page, and leaves its code. */
export const outsideCode = (source: string, change: (text: string) => string): string =>
  source
    .split(/(^```[\s\S]*?^```$)/m)
    .map((part, at) => (at % 2 === 1 ? part : change(part)))
    .join("")

/** A page as Markdown for a program that can't run components. Its links lead to Markdown, too. */
export function toMarkdown(page: DocsPage, pages: readonly DocsPage[]): string {
  const text = outsideCode(page.body, (part) => blocksToMarkdown(part, page, pages))
    .replaceAll(/^```(\w+) .*$/gm, "```$1")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim()
  return linksTo(`# ${page.title}\n\n${page.description.replaceAll(/\\([{}<])/g, "$1")}\n\n${text}`, (path) =>
    path.replace(/\.mdx$/, ".md"),
  )
}

const LINK = /(?<=\]\()(\.{1,2}\/[\w./-]+\.mdx)(#[\w-]+)?(?=\))/g

/** Changes the links to other pages, outside of code. */
export const linksTo = (source: string, change: (path: string) => string): string =>
  outsideCode(source, (text) =>
    text.replaceAll(LINK, (_, path: string, anchor: string | undefined) => `${change(path)}${anchor ?? ""}`),
  )

/** The pages and sections that a page links to: the page's name, and the section's id. */
export const linksIn = (page: DocsPage): { name: string; anchor: string | undefined }[] =>
  [...`${page.description}\n${page.body}`.matchAll(LINK)].map(([, path = "", anchor]) => ({
    name: join(dirname(page.file), path).replace(/\.mdx$/, ""),
    anchor: anchor?.slice(1),
  }))

/** The Markdown files that a block shows. */
const INCLUDED: Readonly<Record<string, string>> = { Threats: "threats.md", RelyingParty: "relying-party.md" }

/** Replaces blocks by the Markdown file that they stand for. It has no markup of MDX. */
export const withIncluded = (text: string): string =>
  text.replaceAll(/^<(Threats|RelyingParty) \/>$/gm, (_, block: string) =>
    readFileSync(join(FOLDER, INCLUDED[block] ?? ""), "utf8")
      .replace(/^# .+\n/, "")
      .trim(),
  )

/** Replaces the blocks of a page by Markdown. */
function blocksToMarkdown(text: string, page: DocsPage, pages: readonly DocsPage[]): string {
  const up = page.name.includes("/") ? "../" : "./"
  return withIncluded(text)
    .replaceAll(/<\/?span[^>]*>/g, "")
    .replaceAll(/\{\/\*[\s\S]*?\*\/\}/g, "")
    .replaceAll(/^<Evidence facts="(\w+)" \/>$/gm, (_, name: string) =>
      findFacts(name)
        .map(({ says, file, test }) => `- ${says} (test: "${test}" in \`${file}\`)`)
        .join("\n"),
    )
    .replaceAll(
      /^<Operations \/>$/gm,
      () =>
        `| For | Operations |\n| --- | --- |\n${OPERATIONS.map(({ purpose, names }) => `| ${purpose} | ${names.join(", ")} |`).join("\n")}`,
    )
    .replaceAll(/^<Providers \/>$/gm, providerList)
    .replaceAll(/^<Links to="([^"]*)" \/>$/gm, (_, names: string) =>
      linked(names, page, pages)
        .map(({ label, file, description }) => `- [${label}](${up}${file}): ${plain(description)}`)
        .join("\n"),
    )
    .replaceAll(/<(?:Note|Steps)[^>]*>\s*|\s*<\/(?:Note|Steps)>/g, "\n\n")
    .replaceAll(/^<[A-Z]\w*(?:\s[^<>]*)?\/>$/gm, "")
    .replaceAll(/\\([{}<])/g, "$1")
}

/** Returns the pages that `<Links to="next express" />` names. */
export const linked = (names: string, from: DocsPage, pages: readonly DocsPage[]): DocsPage[] =>
  names.split(" ").map((name) => {
    const page = pages.find((one) => one.name === name)
    if (!page) throw new Error(`${from.file}: <Links> names ${JSON.stringify(name)}, which is no page`)
    return page
  })

/** Returns the providers of the catalogue, as a list. */
function providerList(): string {
  const text = readFileSync(join(FOLDER, "providers/providers.json"), "utf8")
  const providers = JSON.parse(text) as { id: string; export: string; name: string }[] // the catalogue's own test writes it
  return providers
    .map(({ id, name, export: value }) => `- ${name}: \`${value}\` of \`latchkit/providers/${id}\``)
    .join("\n")
}
