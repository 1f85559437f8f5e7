import { readdir } from "node:fs/promises"
import { temporaryApp } from "../app.fixture.ts"
import { migrateAuthjsCommand } from "./index.ts"

interface Migrated {
  code: number
  out: string
  read(file: string): string
}

/** Writes an app's files and runs the codemod on them. Returns its output and the changed files. */
export async function migrateFiles(
  files: Record<string, string>,
  { version = 5, words = [] as string[] } = {},
): Promise<Migrated> {
  const range = version === 4 ? "^4.24.0" : "5.0.0-beta.30"
  const packageJson = JSON.stringify({ dependencies: { "next-auth": range } })
  await using app = await temporaryApp([], {
    "package.json": packageJson,
    ...files,
  })
  const code = await migrateAuthjsCommand(words, app.environment)
  const entries = await readdir(app.folder, {
    recursive: true,
    withFileTypes: true,
  })
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => `${parentPath}/${name}`)
  const texts = new Map<string, string>()
  for (const path of paths.map((one) => one.slice(app.folder.length + 1))) texts.set(path, await app.read(path))
  return {
    code,
    out: app.output.out + app.output.err,
    read: (file) => texts.get(file) ?? "",
  }
}
