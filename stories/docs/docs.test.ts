import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, test } from "vitest"
import type { Adapter } from "../../server/adapters/contract.ts"
import { MemoryAdapter } from "../../server/adapters/memory.ts"
import { QUICKSTARTS } from "../../e2e/first-hour/frameworks.ts"
import * as imports from "../../server/features.ts"
import { FRAMEWORKS } from "../../server/cli/init/choices.ts"
import { AUTHJS, CHANGES_4 } from "./facts/authjs.ts"
import { GO_LIVE } from "./facts/go-live.ts"
import { OPERATIONS } from "./facts/operations.ts"
import { DECISIONS, REFUSED } from "./facts/security.ts"
import { isFile, readFences } from "./site/inline-code.ts"

const here = import.meta.dirname
const root = fileURLToPath(new URL("../..", import.meta.url))
const read = (file: string) => readFileSync(file, "utf8")
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name))

const pages = readdirSync(here).filter((name) => name.endsWith(".mdx"))
const examples = filesIn(join(here, "examples"))
const elsewhere = [
  "e2e/runtimes/client-certificate.test.ts", // it needs a server with TLS
  "e2e/pages/without-screen.spec.ts", // and this a browser
]
const tests = [...examples.filter((file) => /\.test\.tsx?$/.test(file)), ...elsewhere.map((file) => join(root, file))]

/** Every file that a test reaches through imports. */
function reached(from: readonly string[], seen = new Set<string>()): Set<string> {
  for (const file of from) {
    if (seen.has(file) || !existsSync(file)) continue
    seen.add(file)
    const imports = [...read(file).matchAll(/(?:from|import)\s*\(?\s*"(\.[^"?]+)"/g)]
    reached(
      imports.map(([, path = ""]) => join(dirname(file), path)),
      seen,
    )
  }
  return seen
}

const run = reached(tests)
/** No compiler of Astro or Nuxt is installed here. Prisma's own command compiles its schemas in the long run. */
const UNCOMPILED = /\.(astro|vue|txt|prisma)$/

describe.each(pages)("%s", (page) => {
  const text = read(join(here, page))
  const fences = readFences(text)
  const inline = fences.filter(isFile).filter(({ from }) => from.startsWith("."))
  const shown = inline.map(({ from }) => join(here, from))

  test("shows no code but that of files, commands aside", () => {
    const sketch = /Our tests don't run it\.[^#]*?```(swift|kotlin)/g // no compiler here could run them
    const sketches = [...text.matchAll(sketch)].map(([, language]) => language)
    const commands = fences
      .filter((fence) => !isFile(fence) && !sketches.includes(fence.language))
      .map(({ language }) => language)
    expect(new Set(commands)).toEqual(new Set(commands.length > 0 ? ["sh"] : []))
  })

  test("escapes a session's texts in HTML: a user chooses them", () => {
    const texts = fences.filter(({ language }) => language !== "sh").map(({ text: code }) => code)
    const unescaped = /`[^`]*<\w[^`]*\$\{(?!escapeHtml\()[^}]*\b(?:session|user)\b|\bres\.send\(`[^`]*\bsession\b/
    expect(texts.flatMap((code) => unescaped.exec(code)?.[0] ?? [])).toEqual([])
  })

  test("shows files that a test runs", () => {
    const apps = join(root, "e2e/apps")
    const site = join(root, "e2e/frameworks/site")
    // A user creates the files without a note, and so does e2e/first-hour. Some rows create an alternative
    const notes = QUICKSTARTS.filter((quickstart) => quickstart.page === page).map(({ alternative }) => alternative)
    const followed = notes.length > 0 ? [undefined, ...notes] : []
    const created = inline.filter(({ note }) => followed.includes(note)).map(({ from }) => join(here, from))
    const idle = shown.filter(
      (file) =>
        ![...run, ...created].includes(file) &&
        !file.startsWith(apps) &&
        !file.startsWith(site) &&
        !UNCOMPILED.test(file),
    )
    expect(idle.map((file) => relative(root, file))).toEqual([])
    expect(shown.filter((file) => !existsSync(file))).toEqual([])
  })
})

test("the overview leads to the guide of each framework that `latchkit init` knows", () => {
  const lists = [...read(join(here, "overview.mdx")).matchAll(/<Links to="([^"]+)"/g)]
  const names = lists.flatMap(([, list = ""]) => list.split(" "))
  const guideOf = (framework: string) => QUICKSTARTS.find(({ name }) => name === framework)?.page
  expect(FRAMEWORKS.filter((framework) => !guideOf(framework))).toEqual([]) // rows of e2e/first-hour/frameworks.ts
  const guides = FRAMEWORKS.map((framework) => guideOf(framework)?.replace(".mdx", ""))
  expect(guides.filter((page = "") => !names.includes(page))).toEqual([])
})

test("the page about Workers has each feature that one imports", () => {
  const page = read(join(here, "workers.mdx"))
  expect(Object.keys(imports).filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})

test("every example is on a page", () => {
  const text = [...pages, "site/src/components/Hero.astro"]
    .map((page) => read(join(here, page)).replaceAll(/(?:\.\.\/)+examples\//g, "./examples/"))
    .join("\n")
  const beside =
    /\.fixture\.|\/\+types\/|examples\/[^/]+\.test\.tsx?$|postgres\.test\.ts$|\/generated\/|\.generated\.ts$/ // what runs them
  const written =
    /examples\/(?:nest\/app\.module\.ts|(?:any-server|astro|hono|nest|nuxt\/server\/utils|react-router|tanstack-start(?:-solid)?\/lib)\/auth(?:\.server)?\.ts)$/ // by `init`, in an app
  const own = examples.filter((file) => /\.(tsx?|svelte|css)$/.test(file) && !beside.test(file) && !written.test(file))
  expect(
    own
      .map((file) => relative(here, file))
      .filter((file) => !text.includes(`./${file}?raw`) && !text.includes(`from=./${file}`)),
  ).toEqual([])
})

test.each([...AUTHJS, ...CHANGES_4, ...DECISIONS, ...GO_LIVE, ...REFUSED])("$says", ({ file, test: name }) => {
  const written = JSON.stringify(name).slice(1, -1)
  expect(read(join(root, file))).toContain(written)
})

test("a test shows each line that doctor checks before an app goes live", () => {
  const [, , ...rows] = read(join(here, "go-live.mdx"))
    .split("\n")
    .filter((line) => line.startsWith("|"))
  const checks = rows.map((row) => row.split("|")[2]?.trim()).filter((cell) => cell !== "Only you can")
  expect(checks).toEqual(GO_LIVE.map(({ says }) => says))
})

test("what is said of operations names every one of them once", () => {
  const names = OPERATIONS.flatMap(({ names }) => names)
  const all = Object.keys(MemoryAdapter()) as (keyof Adapter)[]
  const others: (keyof Adapter)[] = [
    "deleteUser",
    "keepsSessionDetails",
    "keepsSessionEpoch",
    "userFields",
    "wantsTokenHashes",
  ]
  expect(names.toSorted()).toEqual(all.filter((name) => !others.includes(name)).toSorted())
})
