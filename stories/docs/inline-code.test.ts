import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { appFiles } from "../../server/cli/init/app-files.ts"
import { authModule } from "../../server/cli/init/auth-module.ts"
import { FRAMEWORKS } from "../../server/cli/init/choices.ts"
import { ownAdapterText } from "../../server/cli/init/adapter-text.ts"
import { isFile, readFences, withFiles, type ShownFile } from "./site/inline-code.ts"

const here = import.meta.dirname
const pages = readdirSync(here).filter((name) => name.endsWith(".mdx"))

const D1 = { tool: "d1", binding: "DB", statements: "" } as const
const workerAdapter = await ownAdapterText(D1, { cwd: here, config: "src/auth.ts", framework: "workers" })

/** Returns the text of a file of an app or an example, or what `latchkit init --yes` writes. */
function readShown({ name, from }: ShownFile): string {
  const framework = FRAMEWORKS.find((one) => from === `init/${one}`)
  if (!framework) return readFileSync(join(here, from), "utf8")
  const isWorker = framework === "workers"
  const choices = { framework, packageManager: "npm", passwords: true, providers: [], siteName: "Acme" } as const
  const stored = isWorker ? ({ database: "d1", own: D1 } as const) : ({ database: "sqlite" } as const)
  const file = [
    authModule({ ...choices, ...stored }, isWorker ? workerAdapter : undefined),
    ...appFiles({ ...choices, ...stored }),
  ].find(({ path }) => path === name)
  if (!file) throw new Error(`latchkit init writes no ${name} for ${framework}`)
  return file.text
}

describe("the code on the pages (run this file with --update after you change an example)", () => {
  test.each(pages)("%s shows its files as they are", async (page) => {
    const file = join(here, page)
    await expect(withFiles(readFileSync(file, "utf8"), readShown)).toMatchFileSnapshot(file)
  })
})

test("every page has its code in itself, so that GitHub shows it", () => {
  expect(pages.filter((page) => /<Code\s|\?raw"/.test(readFileSync(join(here, page), "utf8")))).toEqual([])
})

const PAGE =
  "Text\n\n`src/auth.ts`:\n\n```ts from=./a.ts bare-imports\nold\n```\n\n```sh\nnpm start\n```\n\n`a.ts`, in Next 15:\n\n```ts from=./a.ts\n```\n"

test("a fence says which file it shows, and where it belongs", () => {
  expect(readFences(PAGE)).toEqual([
    { name: "src/auth.ts", note: undefined, language: "ts", from: "./a.ts", bareImports: true, text: "old" },
    { language: "sh", text: "npm start" },
    { name: "a.ts", note: "in Next 15", language: "ts", from: "./a.ts", bareImports: false, text: "" },
  ])
  expect(readFences(PAGE).filter(isFile)).toHaveLength(2)
})

test("a file's text replaces the fence's, without extensions in imports if the page wants that", () => {
  const page = withFiles(PAGE, () => 'import { a } from "./b.ts"\nimport "./c.css"\n')
  expect(page).toContain('bare-imports\nimport { a } from "./b"\nimport "./c.css"\n```')
  expect(page).toContain('from=./a.ts\nimport { a } from "./b.ts"\nimport "./c.css"\n```')
  expect(page).toContain("```sh\nnpm start\n```")
})
