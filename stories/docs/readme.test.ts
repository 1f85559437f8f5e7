import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { isFile, readFences } from "./site/inline-code.ts"

const root = join(import.meta.dirname, "../..")
const readme = readFileSync(join(root, "README.md"), "utf8")

const quickstart = readFences(readFileSync(join(import.meta.dirname, "next.mdx"), "utf8"))

test("has the commands and the files of the quickstart for Next, which e2e/first-hour follows", () => {
  const blocks = [...readme.matchAll(/^`([^`]+)`:\n\n```tsx?\n([\s\S]*?)\n```/gm)]
  const written = quickstart.filter(isFile).filter(({ from }) => from === "init/next")
  expect(blocks.map(([, name, text]) => ({ name, text }))).toEqual(written.map(({ name, text }) => ({ name, text })))
  expect(readme.match(/^```tsx?$/gm)).toHaveLength(blocks.length)
  const commands = quickstart.filter((fence) => !isFile(fence)).map(({ text }) => text)
  expect(readme).toContain(commands.slice(0, 3).join("\n"))
})

test("every link leads to a file, also from npm", () => {
  expect([...readme.matchAll(/\]\((?!https?:|#)([^)]+)\)/g)].map(([, path]) => path)).toEqual([])
  const links = [...readme.matchAll(/\]\(https:[^)]*latchkit\/(?:blob\/)?main\/([^)#]+)/g)].map(([, path = ""]) => path)
  expect(links.length).toBeGreaterThan(30)
  expect(links.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test("npm shows where the repository, the site and the issues are", () => {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as unknown // the file of this package
  const [home = ""] = /https:\/\/github\.com\/[\w-]+\/[\w-]+/.exec(readme) ?? []
  expect(home).not.toBe("")
  expect(manifest).toMatchObject({
    repository: { type: "git", url: `git+${home}.git` },
    homepage: `${home}#readme`,
    bugs: `${home}/issues`,
    keywords: expect.arrayContaining(["authentication", "passkeys", "oauth"]),
  })
})

test("is about 150 lines long", () => expect(readme.split("\n").length).toBeLessThan(170))
