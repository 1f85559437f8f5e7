import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"

const root = join(import.meta.dirname, "../..")
const read = (file: string) => readFileSync(join(root, file), "utf8")
const rows = read("stories/docs/upgrades.mdx")
  .split("\n")
  .map((line) => /^\| (?<parts>.+?) +\| (?<stability>Stable|Experimental) +\|$/.exec(line)?.groups)
  .filter((row) => row !== undefined)
const listed = (stability: string) =>
  rows.filter((row) => row["stability"] === stability).flatMap((row) => row["parts"]?.match(/(?<=`)[^`]+(?=`)/g) ?? [])
const manifest = JSON.parse(read("package.json")) as {
  version: string
  exports: Record<string, unknown>
  engines: { node: string }
}

test("the table of stability has each import once", () => {
  const names = [...listed("Stable"), ...listed("Experimental")].filter((name) => /^latchkit(?:\/|$)/.test(name))
  const imports = Object.entries(manifest.exports)
    .filter(([, target]) => target !== null)
    .map(([path]) => path.replace(".", "latchkit"))
  const rowFor = (path: string) =>
    names.find((name) => name === path) ??
    names.find((name) => name.endsWith("/*") && path.startsWith(name.slice(0, -1)))
  expect(imports.filter((path) => rowFor(path) === undefined)).toEqual([])
  expect(names.filter((name) => !imports.some((path) => rowFor(path) === name))).toEqual([])
  expect(new Set(names).size).toBe(names.length)
})

// The docstring of what an experimental import exports, or of the option
const DECLARED: Readonly<Record<string, string>> = {
  "latchkit/qwik": "server/integrations/qwik/auth.qwik.ts",
  "latchkit/adapters/records": "server/adapters/records.ts",
  "latchkit/opentelemetry": "server/integrations/opentelemetry/index.ts",
  "session.deviceBound": "server/features/device-bound/options.ts",
  fedcm: "server/providers/types.ts",
}

test("each experimental part, and no other, has @experimental in its docstring", () => {
  expect(listed("Experimental").toSorted()).toEqual(Object.keys(DECLARED).toSorted())
  const marked = globSync("{client,components,server}/**/*.{ts,tsx}", { cwd: root })
    .filter((file) => !/\.test(?:-d)?\.tsx?$/.test(file) && read(file).includes("@experimental"))
    .map((file) => file.replaceAll("\\", "/"))
  expect(marked.toSorted()).toEqual(Object.values(DECLARED).toSorted())
})

test.each(["database", "device-bound", "events", "fedcm", "qwik"])(
  "the page %s names its experimental part",
  (page) => {
    expect(read(`stories/docs/${page}.mdx`)).toMatch(
      /experimental[^.]*\..*upgrades\.mdx#stability|\[experimental\]\(\.\/upgrades\.mdx#stability\)/,
    )
  },
)

test("the changelog and the README name this version and this page", () => {
  const [newest = ""] = /^## .+$/m.exec(read("CHANGELOG.md")) ?? []
  expect([`## ${manifest.version}`, `## ${manifest.version} (unreleased)`]).toContain(newest)
  expect(read("README.md")).toContain("/stories/docs/upgrades.mdx")
})

/** Versions of Node that a page may name for another reason. */
const OTHER_NODES: Readonly<Record<string, string>> = { "24.7": "has argon2id" }

test("each page that names the oldest Node names the one of package.json", () => {
  const files = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "server/cli/run.ts"]
  const pages = globSync(["stories/docs/*.mdx", "stories/docs/api/*.mdx", "stories/docs/skill/**/*.md"], { cwd: root })
  const named = [...files, ...pages].flatMap((file) =>
    [...read(file).matchAll(/\bNode(?:\.js)? (\d+(?:\.\d+)*)|OLDEST_NODE = "(.+)"/g)]
      .map(([, text, oldest]) => text ?? oldest ?? "")
      .filter((node) => !(node in OTHER_NODES))
      .map((node) => ({ file, node: `>=${node}` })),
  )
  expect(new Set(named.map(({ file }) => file))).toEqual(
    new Set([...files, "stories/docs/authjs.mdx", "stories/docs/configuration.mdx"]),
  )
  expect(named.filter(({ node }) => node !== manifest.engines.node)).toEqual([])
})
