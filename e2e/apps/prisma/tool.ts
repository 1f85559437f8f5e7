import { execFile } from "node:child_process"
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { installPackages } from "../packages.ts"

const TOOL = join(import.meta.dirname, "tool")
const MODULES = join(TOOL, "node_modules")

/** An app with a Prisma schema in a temporary folder. */
export interface PrismaApp extends AsyncDisposable {
  readonly folder: string
  /** Runs a command of Prisma. Returns its exit code and what it printed. */
  prisma(...words: string[]): Promise<{ code: number; out: string; err: string }>
  read(path: string): Promise<string>
  write(path: string, text: string): Promise<void>
}

/** Creates an app whose schema is in `schema.prisma`. `await using` removes it at the end of the test. */
export async function prismaApp(schema: string, url: string): Promise<PrismaApp> {
  installPackages("prisma/tool") // they are heavy: only the long run has them
  const folder = await mkdtemp(join(tmpdir(), "latchkit-prisma-"))
  const write = (path: string, text: string) => writeFile(join(folder, path), text)
  await symlink(MODULES, join(folder, "node_modules"))
  await write("schema.prisma", schema)
  await write(
    "prisma.config.ts",
    `export default ${JSON.stringify({ schema: "schema.prisma", datasource: { url } })}\n`,
  )
  return {
    folder,
    prisma: (...words) => run(join(MODULES, ".bin/prisma"), words, folder),
    read: (path) => readFile(join(folder, path), "utf8"),
    write,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

function run(
  command: string,
  words: readonly string[],
  cwd: string,
): Promise<{ code: number; out: string; err: string }> {
  const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: join(TOOL, "schema-engine.mjs"), CHECKPOINT_DISABLE: "1" }
  return new Promise((resolve) => {
    execFile(command, words, { cwd, env, maxBuffer: 10_000_000 }, (error, out, err) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, out, err })
    })
  })
}
