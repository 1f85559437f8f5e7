import { existsSync } from "node:fs"
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { base64url, randomBytes } from "../../core/crypto/bytes.ts"
import { markedLine, type CommandEnvironment } from "../terminal.ts"
import { readSecretFile, readUtf8, writeSecretFile } from "../text-file.ts"
import type { NewFile } from "./choices.ts"

/** How files are written. */
export interface WriteOptions {
  environment: CommandEnvironment
  /** Prints what would be written, and writes nothing. */
  dryRun: boolean
  /** Replaces existing files without a question. */
  overwrite: boolean
}

/** Writes the files that don't exist. Asks before it replaces one. Returns the paths that were kept. */
export async function writeFiles(files: readonly NewFile[], options: WriteOptions): Promise<string[]> {
  const keptFiles: string[] = []
  for (const file of files) if (!(await writeOne(file, options))) keptFiles.push(file.path)
  return keptFiles
}

async function writeOne({ path, text }: NewFile, { environment, dryRun, overwrite }: WriteOptions): Promise<boolean> {
  const { terminal, cwd, ask } = environment
  const target = join(cwd, path)
  const before = existsSync(target) ? await readFile(target, "utf8") : undefined
  if (before === text) return (terminal.out(markedLine("kept", `${path} is there already`)), true)
  if (before !== undefined && !overwrite) {
    const isAllowed = ask !== undefined && !dryRun && /^y/i.test(await ask(`${path} exists. Replace it? (y/N) `))
    if (!isAllowed) return (terminal.out(markedLine("warning", `${path} exists, and stays as it is`)), false)
  }
  if (dryRun) {
    terminal.out(`${markedLine("added", path)}\n${indented(text)}\n`)
    return true
  }
  await mkdir(dirname(target), { recursive: true })
  await writeFile(target, text)
  terminal.out(markedLine("added", before === undefined ? path : `${path}, replaced`))
  return true
}

const indented = (text: string) => text.trimEnd().replaceAll(/^(?=.)/gm, "    ")

/** Returns a new secret, as `latchkit secret` makes it. */
export const newSecret = (): string => base64url(randomBytes(32))

/** A line to add to a file, unless a line of the file matches `unless`. */
export interface AddedLine {
  text: string
  unless: RegExp
  /** Shown in the terminal instead of the text, if the text is secret. */
  shown?: string
}

/** Adds lines at the end of a file, or creates it. Existing lines stay. Returns the lines that the file lacked. */
export async function appendLines(
  path: string,
  lines: readonly AddedLine[],
  { environment: { terminal, cwd }, dryRun }: Pick<WriteOptions, "environment" | "dryRun">,
): Promise<readonly AddedLine[]> {
  const target = join(cwd, path)
  const isSecret = path.startsWith(".env")
  const before = isSecret ? await readSecretFile(path, cwd) : existsSync(target) ? await readUtf8(target, path) : ""
  const missing = lines.filter(({ unless }) => !unless.test(before))
  if (missing.length === 0) return missing
  terminal.out(markedLine("added", `${path}: ${missing.map(({ text, shown }) => shown ?? text).join(", ")}`))
  if (dryRun) return missing
  const gap = before === "" || before.endsWith("\n") ? "" : "\n"
  const text = `${before}${gap}${missing.map((line) => `${line.text}\n`).join("")}`
  if (isSecret) await writeSecretFile(path, text, { terminal, cwd })
  else await writeFile(target, text)
  return missing
}

/** Returns a line that sets a variable, unless the file sets it. */
export const variableLine = (name: string, value: string, shown?: string): AddedLine => ({
  text: `${name}=${value}`,
  unless: new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=`, "m"),
  ...(shown !== undefined && { shown }),
})
