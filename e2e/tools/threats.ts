// Names the tests of each threat on the documentation page `stories/docs/threats.md`.
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { repositoryFiles } from "./repository-files.ts"

const root = new URL("../../", import.meta.url)
/** These files repeat the titles of tests. */
const QUOTES = /^stories\/docs\/|\/statements\/|-fails\.ts$/
const TITLE = /(["'`])((?:\\.|(?!\1)[^\\\n])*?) \(threats? ([^()]*)\)\1/g
const ROW = /^(\| <span id="threat-(\d+)"><\/span>\d+ \|[^|]*\|[^|]*\|)/
/** Such a title is a sentence. Other titles are the names of cases, so a row shows them last. */
const SENTENCE = /^(?:rejects|ignores|accepts|keeps|never|doesn't) /
/** More tests than this would make a row hard to read. */
const SHOWN = 2

export interface ThreatTest {
  readonly file: string
  readonly title: string
  readonly threats: readonly number[]
}

/** Returns every title in the repository that ends with `(threat 5)`, `(threats 5, 6)` or `(threats 5 to 8)`. */
export function threatTests(): ThreatTest[] {
  return repositoryFiles()
    .filter((file) => /\/.*\.[cm]?tsx?$/.test(file) && !QUOTES.test(file))
    .flatMap((file) => titlesIn(file, readFileSync(new URL(file, root), "utf8")))
}

/** Returns the titles in one file's source. A range stands for its first and last number. */
export function titlesIn(file: string, source: string): ThreatTest[] {
  return [...source.matchAll(TITLE)].map(([, , title = "", numbers = ""]) => ({
    file,
    title: title.replaceAll(/\\(.)/g, "$1").replaceAll(/\$\{[^}]*\}+/g, "…"),
    threats: (numbers.match(/\d+/g) ?? []).map(Number),
  }))
}

/** Returns the numbers of the page's rows. */
export const threatNumbers = (page: string): number[] =>
  page.split("\n").flatMap((line) => {
    const number = ROW.exec(line)?.[2]
    return number === undefined ? [] : [Number(number)]
  })

/** Returns the page with the last column of each row filled in. */
export function fillTests(page: string, tests: readonly ThreatTest[]): string {
  return page
    .split("\n")
    .map((line) => {
      const [, start, number] = ROW.exec(line) ?? []
      if (start === undefined) return line
      const own = tests.filter(({ threats }) => threats.includes(Number(number)))
      const shown = own.toSorted((one, other) => rank(one) - rank(other)).slice(0, SHOWN)
      return `${start} ${shown.map(cell).join("<br />")} |`
    })
    .join("\n")
}

const rank = ({ title }: ThreatTest) => (SENTENCE.test(title) ? 0 : 1)

function cell({ file, title }: ThreatTest): string {
  const code = title.includes("`") ? `\`\` ${title} \`\`` : `\`${title}\``
  return `${code.replaceAll("|", "\\|")} in \`${file}\``
}

export const PAGE = fileURLToPath(new URL("stories/docs/threats.md", root))
