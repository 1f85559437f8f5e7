import { KEYWORDS } from "./keywords.ts"
import { headingId, type DocsPage } from "./read-pages.ts"

/** A section of a page, as the search sees it. */
export interface SearchEntry {
  /** The page's id in Storybook. */
  readonly id: string
  readonly page: string
  /** Empty for the text before the first heading. */
  readonly heading: string
  readonly anchor: string
  readonly text: string
  /** Phrases that the section is searched by, besides its own words. */
  readonly keywords: readonly string[]
}

/** Splits pages into sections. */
export function searchEntries(pages: readonly DocsPage[]): SearchEntry[] {
  return pages.flatMap(({ id, name, file, markdown }) =>
    markdown
      .replaceAll(/^```.*$/gm, "")
      .split(/^(?=#{2,3} )/m)
      .map((part) => {
        const [, heading = ""] = /^#{2,3} (.+)$/m.exec(part) ?? []
        const plain = heading.replaceAll("`", "")
        const anchor = heading && headingId(plain)
        return {
          id,
          page: name,
          heading: plain,
          anchor,
          text: plainText(part.replace(/^#+ .+$/m, "")),
          keywords: KEYWORDS[anchor ? `${file}#${anchor}` : file] ?? [],
        }
      })
      .filter(({ heading, text }) => heading !== "" || text !== ""),
  )
}

const plainText = (markdown: string): string =>
  markdown
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, "$1")
    .replaceAll(/^\|[- |]+\|$/gm, "")
    .replaceAll("`", "")
    .replaceAll(/[*|]|^- /gm, " ")
    .replaceAll(/\s+/g, " ")
    .trim()

/** A section that has every word of a query, with the part of its text around the first one. */
export interface SearchHit extends SearchEntry {
  readonly excerpt: string
}

const MOST = 12
const AROUND = 60

/**
 * Finds sections by the words of a query. The last word may be unfinished. Titles count more than headings and text, and
 * a section with a keyword comes first.
 */
export function searchDocs(entries: readonly SearchEntry[], query: string): SearchHit[] {
  const words = toWords(query)
  if (words.length === 0) return []
  return entries
    .map((entry) => ({ entry, score: toTextScore(entry, words) + toKeywordScore(entry, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MOST)
    .map(({ entry }) => ({ ...entry, excerpt: toExcerpt(entry.text, words) }))
}

const toWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}._$-]+/gu) ?? []

function toTextScore({ page, heading, text }: SearchEntry, words: readonly string[]): number {
  const scores = words.map(
    (word) =>
      20 * matches((heading || page).toLowerCase(), word) + // the first section has the page's title
      12 * matches(page.toLowerCase(), word) +
      matches(text.toLowerCase(), word),
  )
  return scores.every((score) => score > 0)
    ? scores.reduce((sum, score) => sum + score, 0) / Math.sqrt(1 + text.length / 800)
    : 0
}

const KEYWORD_SCORE = 100 // more than a title and its page have together

/** Scores the longest phrase whose words are all in the query. The query may have other words, too. */
function toKeywordScore({ keywords }: SearchEntry, words: readonly string[]): number {
  const found = keywords.map(toWords).filter((phrase) => phrase.every((word) => words.includes(word)))
  return found.length === 0 ? 0 : KEYWORD_SCORE * Math.max(...found.map((phrase) => phrase.length))
}

/** Returns 2 if a text has the word, 1 if a word of it starts so, and 0 otherwise. */
function matches(text: string, word: string): number {
  const at = text.indexOf(word)
  if (at === -1) return 0
  const starts = at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? "")
  const ends = !/[\p{L}\p{N}]/u.test(text[at + word.length] ?? "")
  return starts && ends ? 2 : starts ? 1 : 0.3
}

function toExcerpt(text: string, words: readonly string[]): string {
  const at = Math.max(
    0,
    Math.min(...words.map((word) => text.toLowerCase().indexOf(word)).filter((found) => found >= 0), text.length),
  )
  const start = at === text.length || at < AROUND ? 0 : text.indexOf(" ", at - AROUND) + 1
  return `${start > 0 ? "… " : ""}${text.slice(start, start + 2.5 * AROUND)}${text.length > start + 2.5 * AROUND ? "…" : ""}`
}
