import { join } from "node:path"
import type { Plugin } from "vite"
import manifest from "../../package.json" with { type: "json" }
import { llmsFullText, llmsText } from "../docs/site/llms.ts"
import { readPages } from "../docs/site/read-pages.ts"
import { searchEntries } from "../docs/site/search-index.ts"

const FOLDER = join(import.meta.dirname, "../docs")

/** Gives the documentation its list of pages and its search index, and writes each page as Markdown into the build. */
export function docsSite(): Plugin {
  const modules: Readonly<Record<string, (() => string) | undefined>> = {
    "virtual:docs-nav": () =>
      [
        `export const NAV = ${JSON.stringify(readPages(FOLDER).map(({ id, file, name }) => ({ id, file, title: name })))}`,
        `export const VERSION = ${JSON.stringify(/^\d+\.\d+/.exec(manifest.version)?.[0])}`,
      ].join("\n"),
    "virtual:docs-search": () => `export const SECTIONS = ${JSON.stringify(searchEntries(readPages(FOLDER)))}`,
  }
  return {
    name: "latchkit-docs-site",
    resolveId: (id) => (modules[id] ? `\0${id}` : undefined),
    load: (id) => modules[id.replace("\0", "")]?.(),
    generateBundle() {
      const pages = readPages(FOLDER)
      const emit = (fileName: string, source: string) => this.emitFile({ type: "asset", fileName, source })
      emit("llms.txt", llmsText(pages))
      emit("llms-full.txt", llmsFullText(pages))
      for (const { file, markdown } of pages) emit(file.replace(/\.mdx$/, ".md"), `${markdown}\n`)
    },
  }
}
