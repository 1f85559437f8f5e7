import { existsSync, readFileSync } from "node:fs"
import { mkdir, rm, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { expect, test } from "vitest"
import { compileApp } from "../../../server/test-kit/app-types.ts"
import { isFile, readFences } from "../site/inline-code.ts"
import { llmsFullText, llmsText } from "../site/llms.ts"
import { readPages } from "../site/pages.ts"
import { galleryPages } from "../site/write-gallery.ts"

const ROOT = join(import.meta.dirname, "../../..")
const AT = join(ROOT, ".cache/skill")
const skill = readFileSync(join(ROOT, "stories/docs/skill/SKILL.md"), "utf8")

/** The files of the skill, by a path below a folder for each section. */
const files = skill
  .split(/^## /m)
  .flatMap((section, at) =>
    [...section.matchAll(/^`([^`\n]+\.tsx?)`[^\n]*:?[^\n]*\n\n```tsx?\n([\s\S]*?)^```$/gm)].map(
      ([, name = "", text = ""]) => [join(String(at), name), text] as const,
    ),
  )

const pages = [...readPages(), ...galleryPages()]

/** The code that `llms-full.txt` has besides files. Tests compile those files, and no compiler here reads the others. */
function snippets(): [file: string, text: string][] {
  const shown = new Set(pages.flatMap(({ body }) => readFences(body).filter(isFile)).map(({ text }) => text))
  return readFences(llmsFullText(pages))
    .filter(({ language, text }) => !/^(?:sh|text|swift|kotlin)$/.test(language) && !shown.has(text))
    .map(({ language, text }, at) => [
      `snippets/${at}.${language}`,
      text.startsWith("import ") ? text : withContext(text),
    ])
}

/** Adds the code around an example of the reference: a statement, or options of the configuration. */
const withContext = (text: string) =>
  CONTEXT + (/^\w+: /.test(text) ? `export const config = defineConfig({ ${text} })` : text)

const CONTEXT = `import { defineConfig, type AuthService } from "latchkit/server"
import type {} from "latchkit/adapters"
declare module "latchkit/adapters" { interface AdapterUser { role?: string } }
declare const auth: AuthService, request: Request
`

test("every code block compiles, those of llms-full.txt too", async () => {
  expect(files).toHaveLength(skill.match(/^```tsx?$/gm)?.length ?? 0)
  await rm(AT, { recursive: true, force: true })
  expect(readFences(llmsText(pages))).toEqual([])
  const all = [...files, ...snippets()]
  expect(all.length).toBeGreaterThan(files.length + galleryPages().length)
  for (const [name, text] of all) {
    await mkdir(dirname(join(AT, name)), { recursive: true })
    await writeFile(join(AT, name), text)
  }
  expect(await compileApp(AT)).toBe("")
}, 120_000)

test("every command is one that latchkit has", () => {
  const commands = [...skill.matchAll(/npx latchkit (\w+)/g)].map(([, name = ""]) => name)
  expect(new Set(commands)).toEqual(new Set(["init", "doctor", "secret", "migrate", "add"]))
  const known = readFileSync(join(ROOT, "server/cli/run.ts"), "utf8")
  for (const name of new Set(commands)) expect(known, name).toMatch(new RegExp(`\\b${name}\\b`))
})

test("it says what it is for, as programs that look for skills need it", () => {
  const [, front = "", body = ""] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(skill) ?? []
  expect(front).toMatch(/^name: latchkit$/m)
  const [, description = ""] = /^description: (.+)$/m.exec(front) ?? []
  expect(description).toMatch(/Use when /)
  expect(description.length).toBeLessThanOrEqual(1024)
  expect(body.length / 4).toBeLessThan(5000) // about that many tokens
})

test("the folders that it names exist", () => {
  const named = [...skill.matchAll(/github\.com\/latchkit\/latchkit\/tree\/main\/([\w/]+)/g)].map(
    ([, path = ""]) => path,
  )
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})
