import { existsSync, readFileSync } from "node:fs"
import { mkdir, rm, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { expect, test } from "vitest"
import { compileApp } from "../../../server/test-kit/app-types.ts"

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

test("every code block compiles", async () => {
  expect(files).toHaveLength(skill.match(/^```tsx?$/gm)?.length ?? 0)
  await rm(AT, { recursive: true, force: true })
  for (const [name, text] of files) {
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
