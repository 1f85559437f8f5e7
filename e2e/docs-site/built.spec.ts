import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { gzipSync } from "node:zlib"
import { readPages } from "../../stories/docs/site/pages.ts"
import { BASE, DIST, expect, fileAt, readPaths, test } from "./site.ts"

const pages = readPaths().map((path) => ({
  path: BASE + path,
  html: readFileSync(join(DIST, path, "index.html"), "utf8"),
}))
const contents = new Map<string, string>()

function read(file: string): string {
  const text = contents.get(file) ?? readFileSync(file, "utf8")
  contents.set(file, text)
  return text
}

/** Text between two marks, or nothing. */
const between = (html: string, pattern: RegExp): string => pattern.exec(html)?.[1] ?? ""

test("every page is there", () => {
  const paths = pages.map(({ path }) => path)
  const wanted = readPages().map(({ name }) => `${BASE}${name === "overview" ? "" : `${name}/`}`)
  expect(wanted.filter((path) => !paths.includes(path))).toEqual([])
  expect(paths.filter((path) => path.startsWith(`${BASE}components/`)).length).toBeGreaterThan(20)
})

test("a page says in its head and its text what it is about, without a script", () => {
  const lacking = pages.filter(({ path, html }) => {
    const title = between(html, /<title>(.+?) \| Latchkit<\/title>/)
    const [description, canonical] = [
      between(html, /<meta name="description" content="([^"]{24,})"/),
      between(html, /<link rel="canonical" href="([^"]+)"/),
    ]
    const text = html.replaceAll(/<(script|style)[\s\S]*?<\/\1>/g, "").replaceAll(/<[^>]+>/g, " ")
    return !title || !description || new URL(canonical, "http://x").pathname !== path || text.split(/\s+/).length < 150
  })
  expect(lacking.map(({ path }) => path)).toEqual([])
})

test("every heading has an id, and no id is there twice", () => {
  const wrong = pages.flatMap(({ path, html }) => {
    const main = between(html, /<main[^>]*>([\s\S]*)<\/main>/).replaceAll(/<figure class="stage[\s\S]*?<\/figure>/g, "")
    const headings = [...main.matchAll(/<h[23](?=[\s>])([^>]*)>/g)].filter(
      ([, attributes = ""]) => !/ id=/.test(attributes),
    )
    const ids = [...html.matchAll(/<[a-z][^>]*?\sid="([^"]+)"/g)].map(([, id = ""]) => id)
    const twice = ids.filter((id, at) => ids.indexOf(id) !== at)
    return [...headings.map(([tag]) => `${path}: ${tag}`), ...twice.map((id) => `${path}: ${id} twice`)]
  })
  expect(wrong.filter((found) => !found.includes('class="auth-'))).toEqual([]) // a card's own
})

test("every link leads to a page and a section, under the base path", () => {
  const ids = new Map(
    pages.map(({ path, html }) => [path, new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id))]),
  )
  let count = 0
  const broken = pages.flatMap(({ path, html }) => {
    const own = html
      .replaceAll(/<(figure|div) [^>]*data-demo[\s\S]*?<\/\1>/g, "")
      .replaceAll(/<astro-island[\s\S]*?<\/astro-island>/g, "")
    return [...own.matchAll(/<(?:a|link|img|script)\s[^>]*?(?:href|src)="([^"]+)"/g)].flatMap(([, href = ""]) => {
      if (/^(https?:|data:|mailto:)/.test(href) || href.startsWith("/auth")) return [] // a shown component's own links
      const { pathname, hash } = new URL(href.replaceAll("&amp;", "&"), `http://x${path}`)
      count++
      if (!fileAt(pathname)) return [`${path}: ${href}`]
      return hash && ids.has(pathname) && !ids.get(pathname)?.has(decodeURIComponent(hash.slice(1)))
        ? [`${path}: ${href}`]
        : []
    })
  })
  expect(count).toBeGreaterThan(5000)
  expect(broken).toEqual([])
})

/** The scripts that a file loads at once. A call of `import` loads later: the search, the theme editor and React. */
function loaded(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const [, path = ""] of read(file).matchAll(/(?:\bfrom|\bimport)\s*["'](\.[^"']+\.js)["']/g))
    loaded(join(dirname(file), path), found)
  return found
}

test("a page has at most 60 kB of script, with every component that is visible until a reader chooses another", () => {
  const heavy: string[] = []
  for (const { path, html } of pages) {
    const named = [
      ...[...html.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, src = ""]) => src),
      ...[
        ...html
          .replaceAll(/<div data-rendering="(?:Solid|React)">[\s\S]*?(?=<div data-rendering=)/g, "")
          .matchAll(/<astro-island[^>]*>/g),
      ]
        .filter(([tag]) => tag.includes('client="visible"'))
        .flatMap(([tag]) => [...tag.matchAll(/(?:component|renderer)-url="([^"]+)"/g)].map(([, src = ""]) => src)),
    ]
    const files = new Set<string>()
    for (const src of named) loaded(fileAt(src) ?? src, files)
    const inline = [...html.matchAll(/<script(?![^>]* src=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, code]) => code)
    const bytes = [...files].reduce(
      (sum, file) => sum + gzipSync(read(file)).length,
      gzipSync(inline.join("\n")).length,
    )
    if (bytes > 60_000) heavy.push(`${path}: ${bytes}`)
  }
  expect(heavy).toEqual([])
})

test("code has its colors from the build", () => {
  const { html } = pages.find(({ path }) => path === `${BASE}next/`) ?? { html: "" }
  expect(html.match(/<pre[^>]*data-language="ts"/g)?.length).toBeGreaterThan(4)
  expect(html).toMatch(/<span style="--0:#[0-9A-F]{6};--1:#[0-9A-F]{6}">export/i)
})

test("each page is there as Markdown, and llms.txt and llms-full.txt lead to all of them", () => {
  const list = readFileSync(join(DIST, "llms.txt"), "utf8")
  const linked = [...list.matchAll(/\]\(\.\/(.+?)\)/g)].map(([, path = ""]) => path)
  expect(linked.length).toBeGreaterThan(70)
  expect(linked.filter((path) => !fileAt(BASE + path))).toEqual([])
  expect(readFileSync(join(DIST, "llms-full.txt"), "utf8")).toContain("timingSafeEqual")
  expect(readFileSync(join(DIST, "passwords.md"), "utf8")).toMatch(/^# Passwords\n/)
})

test("an older version is beside the newest, leads to it, and is in no search engine", () => {
  const [newest, older] = ["next", "HEAD/next"].map((path) => readFileSync(join(DIST, path, "index.html"), "utf8"))
  expect(newest).toContain('<a href="/docs/HEAD/">HEAD</a>')
  expect(newest).not.toContain("noindex")
  expect(older).toContain('<a href="/docs/">Latest</a>')
  expect(older).toContain('<meta name="robots" content="noindex"')
  expect(older).toContain('href="/docs/HEAD/sveltekit/"')
})
