import { readdir, stat, writeFile } from "node:fs/promises"
import { join, resolve } from "node:path"
import { markedLine, type CommandEnvironment } from "../terminal.ts"
import { PRISMA_CONFIGURATIONS, readText } from "./dialect.ts"
import { readUtf8 } from "../text-file.ts"
import { completeSchema, type SchemaFile } from "./prisma-models.ts"

interface PrismaOptions {
  /** The schema: a file, or a folder. @default the one in Prisma's configuration, or `prisma/schema.prisma` */
  readonly out: string | undefined
  readonly users: string | undefined
  readonly prefix: string
  /** Says what would be added, and writes nothing. */
  readonly dryRun?: boolean
}

/** Adds Latchkit's models to the app's Prisma schema. Returns the steps to take next. */
export async function writePrismaModels(
  options: PrismaOptions,
  { terminal, cwd }: CommandEnvironment,
): Promise<readonly string[]> {
  const { files, target, isOwn } = await readSchema(cwd, options.out)
  requireProvider(files)
  const { added, notes, files: changed } = completeSchema(files, { ...options, target, isOwn })
  for (const { path, text } of options.dryRun ? [] : changed) await writeFile(resolve(cwd, path), text)
  if (added.length === 0) terminal.out(markedLine("kept", "Your schema has all of Latchkit's models and fields"))
  else terminal.out(markedLine("added", `${changed.map(({ path }) => path).join(", ")}: ${added.join(", ")}`))
  const migrate = "Create the migration, and the client: npx prisma migrate dev --name latchkit, npx prisma generate"
  return added.length > 0 ? [...notes, migrate] : []
}

/** The app's schema. */
export interface FoundSchema {
  readonly files: readonly SchemaFile[]
  readonly target: string
  readonly isOwn: boolean
}

const DEFAULTS = ["prisma/schema.prisma", "schema.prisma", "prisma/schema"]

/** Reads the app's schema: a file, or all files of a folder. */
export async function readSchema(cwd: string, out: string | undefined): Promise<FoundSchema> {
  const isDirectory = async (path: string) => (await stat(resolve(cwd, path)).catch(() => undefined))?.isDirectory()
  const configured = out ?? (await configuredSchema(cwd))
  for (const path of configured === undefined ? DEFAULTS : [configured]) {
    const isFolder = await isDirectory(path)
    if (isFolder === false)
      return { files: [{ path, text: await readUtf8(resolve(cwd, path), path) }], target: path, isOwn: false }
    if (!isFolder) continue
    const schemaFiles = (await readdir(resolve(cwd, path), { recursive: true })).filter((file) =>
      file.endsWith(".prisma"),
    )
    const paths = schemaFiles.toSorted().map((file) => join(path, file).replaceAll("\\", "/"))
    const files = await Promise.all(
      paths.map(async (file) => ({ path: file, text: await readUtf8(resolve(cwd, file), file) })),
    )
    return { files, target: `${path.replace(/\/$/, "")}/latchkit.prisma`, isOwn: true }
  }
  const where = configured ?? DEFAULTS.join(", ")
  throw new Error(`No schema of Prisma was found: there is no ${where}. Pass its path to --out`)
}

/** Returns the path of the schema in the text of Prisma's configuration, which isn't run. */
async function configuredSchema(cwd: string): Promise<string | undefined> {
  for (const file of PRISMA_CONFIGURATIONS) {
    const value = /\bschema\s*:\s*((?:[\w.]+\()?[^\n)}]*)/.exec(await readText(resolve(cwd, file)))?.[1] ?? ""
    const isCall = /^[\w.]+\(/.test(value)
    const texts = [...value.matchAll(/["'`]([^"'`]*)["'`]/g)].map(([, text = ""]) => text)
    if (texts.length > 0) return join(...(isCall ? texts : texts.slice(0, 1))).replaceAll("\\", "/")
  }
  return undefined
}

function requireProvider(files: readonly SchemaFile[]): void {
  const texts = files.map(({ text }) => text).join("\n")
  const [, provider = "sqlite"] = /^\s*datasource\s+\w+\s*\{[^}]*?\bprovider\s*=\s*"(\w+)"/m.exec(texts) ?? []
  if (["sqlite", "postgresql", "postgres"].includes(provider)) return
  throw new Error(
    `The provider is ${provider}, and PrismaAdapter supports postgresql and sqlite. Use DrizzleAdapter or SqlAdapter`,
  )
}
