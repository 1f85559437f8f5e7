import { GROUPS } from "./groups.ts"
import type { DocsPage } from "./read-pages.ts"

/** Where the sources of the pages can be read. */
export const SOURCES = "https://github.com/latchkit/latchkit/blob/main/stories/docs/"

const SUMMARY =
  "Latchkit is a sign-in kit for TypeScript servers: sign-in pages, accounts, sessions and components for React, Solid and Svelte. An app keeps its users in its own database."

const inOrder = (pages: readonly DocsPage[]) =>
  GROUPS.map(({ title, ids }) => ({
    title,
    pages: ids.flatMap((id) => pages.filter((page) => page.id === id)),
  }))

/** The list of pages for language models, at `llms.txt` (llmstxt.org). */
export function llmsText(pages: readonly DocsPage[]): string {
  const groups = inOrder(pages).map(
    (group) =>
      `## ${group.title}\n\n${group.pages
        .map(({ file, title, lead }) => `- [${title}](./${file.replace(/\.mdx$/, ".md")}): ${lead}`)
        .join("\n")}`,
  )
  return `# Latchkit\n\n> ${SUMMARY}\n\nAll pages in one file: [llms-full.txt](./llms-full.txt)\n\n${groups.join("\n\n")}\n`
}

/** Every page with its code, at `llms-full.txt`. */
export function llmsFullText(pages: readonly DocsPage[]): string {
  const texts = inOrder(pages).flatMap((group) =>
    group.pages.map(({ file, markdown }) => `<!-- ${SOURCES}${file} -->\n\n${markdown}`),
  )
  return `# Latchkit\n\n> ${SUMMARY}\n\n${texts.join("\n\n---\n\n")}\n`
}
