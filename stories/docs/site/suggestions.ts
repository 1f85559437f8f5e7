import { PROVIDERS } from "../providers/provider-facts.ts"
import { KEYWORDS } from "./keywords.ts"
import { headingId, outsideCode, pathOf, plain, type DocsPage } from "./pages.ts"
import type { Suggestion } from "./src/suggest.ts"

/** The places that the search shows above its results: each page by its name, what `KEYWORDS` names, and each provider. */
export const suggestions = (pages: readonly DocsPage[]): Suggestion[] => [
  ...pages.map((page) => ({
    phrases: [page.label, page.title, ...(KEYWORDS[page.file] ?? [])],
    title: page.label,
    path: pathOf(page.name),
  })),
  ...Object.entries(KEYWORDS).flatMap(([key, phrases]) => {
    const [file, anchor] = key.split("#")
    const page = pages.find((one) => one.file === file)
    if (!page || anchor === undefined) return []
    return [{ phrases, title: headingWith(anchor, page), page: page.label, path: `${pathOf(page.name)}#${anchor}` }]
  }),
  ...PROVIDERS.map(({ id, name }) => ({
    phrases: [name, id],
    title: name,
    page: "Providers",
    path: `providers/#provider-${id}`,
  })),
]

/** Returns the heading with an id, or the page's name. */
function headingWith(id: string, page: DocsPage): string {
  let title = page.label
  outsideCode(page.body, (text) => {
    for (const [, heading = ""] of text.matchAll(/^#+ (.+)$/gm)) if (headingId(heading) === id) title = plain(heading)
    return text
  })
  return title
}
