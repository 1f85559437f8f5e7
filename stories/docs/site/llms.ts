import { GROUPS } from "./groups.ts"
import { plain, toMarkdown, type DocsPage } from "./pages.ts"

/** Where the sources of the pages can be read. */
const SOURCES = "https://github.com/latchkit/latchkit/blob/main/stories/docs/"

const SUMMARY =
  "Latchkit is a sign-in kit for TypeScript servers: sign-in pages, accounts, sessions and components for React, Solid and Svelte. An app keeps its users in its own database."

/** The list of pages for language models, at `llms.txt` (llmstxt.org). */
export function llmsText(pages: readonly DocsPage[]): string {
  const groups = GROUPS.map((group) => {
    const lines = group.pages
      .flatMap((name) => pages.filter((page) => page.name === name))
      .map(({ name, title, description }) => `- [${title}](./${name}.md): ${plain(description)}`)
    return `## ${group.title}\n\n${lines.join("\n")}`
  })
  return `# Latchkit\n\n> ${SUMMARY}\n\nAll pages in one file: [llms-full.txt](./llms-full.txt)\n\n${groups.join("\n\n")}\n`
}

/** Every page with its code, at `llms-full.txt`. */
export function llmsFullText(pages: readonly DocsPage[]): string {
  const texts = pages.map((page) => `<!-- ${SOURCES}${page.file} -->\n\n${toMarkdown(page, pages)}`)
  return `# Latchkit\n\n> ${SUMMARY}\n\n${texts.join("\n\n---\n\n")}\n`
}
