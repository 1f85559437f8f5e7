import { readdir, readFile, writeFile } from "node:fs/promises"
import { join, relative } from "node:path"
import type { Version } from "./modules.ts"
import { MISSING_PRESET } from "./preset.ts"
import { withResolution } from "./requirements.ts"
import { rewrite } from "./rewrite.ts"
import type { Change, Note, Rewriting } from "./types.ts"
import type { Parse } from "./tree.ts"
import { isUtf8File, NOT_UTF8 } from "../text-file.ts"

interface Project {
  folder: string
  version: Version
  parse: Parse
  /** Doesn't write any file. */
  dryRun: boolean
}

const SKIPPED_FOLDERS = /^(?:node_modules|dist|build|out|coverage|\..*)$/
const SOURCE = /(?<!\.min)\.(?:[mc]?[jt]sx?|svelte)$/
const TSCONFIG = /[\\/](?:ts|js)config(?:\.[\w.-]+)?\.json$/
const ENVIRONMENT = /^\.env(?:\..+)?$/

/** Rewrites every source file and environment file of a project. */
export async function migrateProject({ folder, version, parse, dryRun }: Project): Promise<Change[]> {
  const files = await listFiles(folder, await readIgnored(folder))
  const providers = await providerIds()
  const changes = new Map<string, Change>()
  const settings = { version, providers, parse, dryRun }
  const sources = files.filter((file) => SOURCE.test(file))
  const texts = new Map(await Promise.all(sources.map(async (file) => [file, await readFile(file, "utf8")] as const)))
  // A configuration may be in another file than the call that gets it, so the first pass collects the imported ones
  const first = [...texts].map(([file, text]) => rewriteFile(text, file, { ...settings, configurations: new Set() }))
  const configurations = new Set(first.flatMap(({ imported }) => imported.map(({ key }) => key)))
  const rewritten = [...texts].map(([file, text]) => ({
    file,
    before: text,
    ...rewriteFile(text, file, { ...settings, configurations }),
  }))
  const exported = new Set(rewritten.flatMap((one) => one.exported))
  for (const { file, before, text, notes, imported } of rewritten) {
    const lostExports = imported
      .filter(({ key }) => !exported.has(key))
      .map(({ line }) => ({ line, text: MISSING_PRESET }))
    await keep(file, before, text, [...notes, ...lostExports])
  }
  for (const file of files.filter((name) => ENVIRONMENT.test(name.split(/[\\/]/).at(-1) ?? ""))) {
    const text = await readFile(file, "utf8")
    await keep(file, text, renameVariables(text), [])
  }
  for (const file of files.filter((name) => TSCONFIG.test(name))) {
    const text = await readFile(file, "utf8")
    const { text: after, notes } = withResolution(text)
    await keep(file, text, after, notes)
  }
  return [...changes.values()]

  async function keep(file: string, before: string, after: string, notes: readonly Note[]): Promise<void> {
    const isLossy = before !== after && !(await isUtf8File(file))
    if (isLossy) return keep(file, before, before, [...notes, { line: 1, text: `This file ${NOT_UTF8}` }])
    const changed = before !== after
    if (changed || notes.length > 0) changes.set(file, { file: relative(folder, file), changed, notes })
    if (changed && !dryRun) await writeFile(file, after)
  }
}

const SCRIPT = /(<script[^>]*>)([\s\S]*?)(?=<\/script>)/g

/** Rewrites a file. A file that doesn't parse stays as it is, and gets a note. */
function rewriteFile(text: string, file: string, rewriting: Rewriting): ReturnType<typeof rewrite> {
  try {
    return file.endsWith(".svelte") ? rewriteScripts(text, rewriting) : rewrite(text, file, rewriting)
  } catch (error) {
    return {
      text,
      imported: [],
      exported: [],
      notes: [{ line: 1, text: `This file doesn't parse: ${String(error)}` }],
    }
  }
}

function rewriteScripts(text: string, rewriting: Rewriting): ReturnType<typeof rewrite> {
  const notes: Note[] = []
  const rewrittenText = text.replaceAll(SCRIPT, (_, tag: string, script: string, at: number) => {
    const { text: rewritten, notes: found } = rewrite(script, "script.ts", rewriting)
    const above = text.slice(0, at).split("\n").length - 1
    notes.push(...found.map((note) => ({ ...note, line: note.line + above })))
    return tag + rewritten
  })
  return { text: rewrittenText, notes, imported: [], exported: [] }
}

/** Adds the new names to the old ones, so that the app can go back. */
function renameVariables(text: string): string {
  const has = (name: string) => new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=`, "m").test(text)
  return ["SECRET", "URL"].reduce((done, name) => {
    if (has(`AUTH_${name}`)) return done
    // A quoted value may go on in the next line
    const line = `^(\\s*(?:export\\s+)?)NEXTAUTH_${name}([^\\S\\n]*=[^\\S\\n]*(?:(["'\`]).*\\3|[^"'\`\\s]).*)$`
    return done.replace(new RegExp(line, "m"), `$&\n$1AUTH_${name}$2`)
  }, text)
}

async function listFiles(folder: string, ignored: ReadonlySet<string>, path = ""): Promise<string[]> {
  const entries = await readdir(join(folder, path), { withFileTypes: true })
  const files = await Promise.all(
    entries.map(async (entry) => {
      const inner = `${path}/${entry.name}`
      if (entry.isFile()) return [join(folder, inner)]
      const isSkipped = SKIPPED_FOLDERS.test(entry.name) || ignored.has(inner) || ignored.has(entry.name)
      return entry.isDirectory() && !isSkipped ? listFiles(folder, ignored, inner) : []
    }),
  )
  return files.flat()
}

/** Returns the names in `.gitignore`, and the paths from the root: Qwik builds into `/server`. Ignores patterns. */
async function readIgnored(folder: string): Promise<Set<string>> {
  const text = await readFile(join(folder, ".gitignore"), "utf8").catch(() => "")
  const names = text.split("\n").map((line) => line.trim().replace(/\/$/, ""))
  return new Set(names.map((name) => (/^[^/].*\//.test(name) ? `/${name}` : name))) // to git, `a/b` is from the root
}

const NON_CATALOGUE_PROVIDERS = [
  "credentials",
  "passkey",
  "email",
  "forwardemail",
  "loops",
  "mailgun",
  "nodemailer",
  "postmark",
  "resend",
  "sendgrid",
]

/** Returns the ids of Latchkit's providers. */
async function providerIds(): Promise<Set<string>> {
  const files = await readdir(new URL("../../providers/catalogue", import.meta.url))
  const ids = files.map((file) => file.replace(/\..*$/, "")).filter((id) => id !== "index")
  return new Set([...NON_CATALOGUE_PROVIDERS, ...ids])
}
