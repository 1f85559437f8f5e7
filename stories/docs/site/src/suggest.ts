/** A place in the documentation, and the phrases that readers search it by. */
export interface Suggestion {
  readonly phrases: readonly string[]
  readonly title: string
  /** The page of a section. */
  readonly page?: string | undefined
  /** Below the site's base path. */
  readonly path: string
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/**
 * Returns the places, three at most, of the longest phrases whose words are all in the query. The full-text search ranks
 * by how often a page has a word, so the page that explains it is seldom its first.
 */
export function suggest(query: string, places: readonly Suggestion[]): Suggestion[] {
  const typed = wordsIn(query).flatMap((word) => [word, `${word}s`, word.replace(/s$/, "")])
  const lengthOf = (phrase: string[]) => (phrase.every((word) => typed.includes(word)) ? phrase.length : 0)
  const matches = places.map((place) => ({
    place,
    length: Math.max(...place.phrases.map((phrase) => lengthOf(wordsIn(phrase)))),
  }))
  const longest = Math.max(1, ...matches.map(({ length }) => length))
  return matches.flatMap(({ place, length }) => (length === longest ? [place] : [])).slice(0, 3)
}
