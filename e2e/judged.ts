import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { test, type Page } from "@playwright/test"

/** The content of a record: a hash of each page whose pictures were compared and in which axe found nothing. */
interface Content {
  /** A hash of all that every page depends on: style sheets, images, axe's version and the tests themselves. */
  basis: string
  pages: Record<string, string>
}

const ROOT = join(import.meta.dirname, "..")
const require = createRequire(import.meta.resolve("@axe-core/playwright"))

const toHash = (parts: readonly (string | Buffer)[]): string => {
  const hash = createHash("sha256")
  for (const part of parts) hash.update(part).update("\0")
  return hash.digest("base64url").slice(0, 10)
}

/** Returns the files at a path of the repository, with the folders in it. */
const filesAt = (path: string): string[] =>
  readdirSync(join(ROOT, path), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/** Returns the images in stories. */
export const pictureFiles = (): string[] => filesAt("stories/.storybook/public")

/** Returns the images and the style sheets of the built Storybook. */
export const storybookFiles = (): string[] => [
  ...filesAt("storybook-static/assets").filter((file) => file.endsWith(".css")),
  ...pictureFiles(),
]

/** Runs a function while no other worker does. A folder is the lock. */
function alone(lock: string, run: () => void): void {
  for (let tries = 0; ; tries += 1) {
    try {
      mkdirSync(lock)
      break
    } catch (error) {
      if (tries > 1000) throw error // a run was killed here: remove the folder
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    }
  }
  try {
    run()
  } finally {
    rmdirSync(lock)
  }
}

/**
 * The pages of one suite that were judged before: their pictures were compared, and axe found nothing. Such a page is
 * judged again only if its markup, its state, a style sheet, an image, axe or the suite has changed.
 * `LATCHKIT_LONG=1` judges all pages. Playwright's `--update-snapshots` also writes the new hashes.
 */
export class Judged {
  readonly #file: string
  readonly #basis: string
  readonly #states = new Map<string, string[]>()

  /**
   * @param suite the name of the record in `e2e/judged`
   * @param files the style sheets and images that the pages load, and the suite's own files
   * @param folder the folder of the record. The default is `e2e/judged`
   */
  constructor(suite: string, files: readonly string[], folder = join(ROOT, "e2e/judged")) {
    this.#file = join(folder, `${suite}.json`)
    const own = [join(import.meta.dirname, "axe.ts"), require.resolve("axe-core/package.json")]
    this.#basis = toHash([...own, ...files].map((file) => readFileSync(file)).toSorted(Buffer.compare))
  }

  /** Adds a state in which a page was seen, as {@link stateOf} returns it. */
  see(id: string, state: string): void {
    this.#states.set(id, [...(this.#states.get(id) ?? []), state])
  }

  /** Returns the pages that differ from the record in any of the states that were seen. The report lists them. */
  changed(): string[] {
    const { basis, pages } = this.#read()
    const isKnown = !process.env["LATCHKIT_LONG"] && basis === this.#basis
    const ids = [...this.#states].flatMap(([id, states]) => (isKnown && pages[id] === toHash(states) ? [] : [id]))
    if (ids.length > 0) test.info().annotations.push({ type: "judged anew", description: ids.join(", ") })
    return ids
  }

  /** Stores the pages that were seen, if the test has passed so far and Playwright updates snapshots. */
  store(isUpdate = ["all", "changed"].includes(test.info().config.updateSnapshots)): void {
    if (!isUpdate || test.info().errors.length > 0) return
    const seen = [...this.#states].map(([id, states]) => [id, toHash(states)] as const)
    alone(`${this.#file}.lock`, () => {
      const { basis, pages } = this.#read()
      const known = basis === this.#basis ? Object.entries(pages) : []
      const all = [...new Map([...known, ...seen])].sort(([one], [other]) => (one < other ? -1 : 1))
      const content: Content = { basis: this.#basis, pages: Object.fromEntries(all) }
      const written = `${this.#file}.new` // whole before another worker reads it
      writeFileSync(written, `${JSON.stringify(content, undefined, 2)}\n`)
      renameSync(written, this.#file)
    })
  }

  #read(): Content {
    if (!existsSync(this.#file)) return { basis: "", pages: {} }
    return JSON.parse(readFileSync(this.#file, "utf8")) as Content // `store` wrote it
  }
}

/**
 * Returns all of a page that its picture and axe's findings depend on, except for files. That is the markup with the
 * frameworks' own markers, the state of its elements, and the style sheets that have no file. It is also the browser's version,
 * the window and the user's settings. The focus is not part of it, because no picture shows it.
 */
export const stateOf = (page: Page): Promise<string> => page.evaluate(readState)

/** Returns the state of the page that it runs in. */
export function readState(): string {
  const fields = [...document.querySelectorAll<HTMLInputElement>("input, select, textarea, details, dialog, [popover]")]
  const states = fields.map((field) => [
    field.value,
    field.checked,
    field.indeterminate,
    field.matches(":modal"),
    field.matches(":popover-open"),
    field.matches(":user-invalid"),
  ])
  const own = `body > :not(script, [class^="sb-"], [id^="storybook-"]:not(#storybook-root, #storybook-docs))` // not Storybook's elements
  const scrolled = [...document.querySelectorAll(`html, body, ${own}, :is(${own}) *`)].flatMap(
    ({ scrollTop, scrollLeft }, at) => (scrollTop || scrollLeft ? [[at, scrollTop, scrollLeft]] : []),
  )
  const media = ["(prefers-color-scheme: dark)", "(forced-colors: active)", "(prefers-reduced-motion: reduce)"]
  const browser = [
    /Chrome\/\d+/.exec(navigator.userAgent)?.[0],
    ...[innerWidth, innerHeight, devicePixelRatio],
    ...media.map((query) => matchMedia(query).matches),
  ]
  // Storybook's blocks name a class by the hash of its rules, so the markup has these
  const isElsewhere = (owner: Node | null) =>
    owner instanceof HTMLLinkElement || (owner instanceof HTMLStyleElement && owner.dataset["emotion"] === "css")
  const sheets = [...document.styleSheets, ...document.adoptedStyleSheets]
    .filter(({ ownerNode }) => !isElsewhere(ownerNode))
    .map((sheet) => [...sheet.cssRules].map((rule) => rule.cssText).join("\n"))
  const around = [document.documentElement, document.body].map(({ lang, dir, style, classList }) => [
    lang,
    dir,
    style.cssText.replace("filter: none;", ""), // Storybook sets it at any time
    [...classList].filter((name) => !name.startsWith("sb-")).sort(),
  ])
  // React counts its ids on, from one page to the next
  const ids: string[] = []
  const ordinal = (id: string) => `_r_${ids.includes(id) ? ids.indexOf(id) : ids.push(id) - 1}_`
  const markup = [...document.querySelectorAll(own)].map(
    ({ outerHTML }) => outerHTML.replace(/_r_\w+?_/g, ordinal).replaceAll(location.origin, ""), // the port differs
  )
  return JSON.stringify([browser, around, markup, states, scrolled, sheets])
}
