import { mkdtemp, mkdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import type { CommandEnvironment } from "./terminal.ts"

/** An app in a temporary folder, and the output of the commands that ran in it. */
export interface TemporaryApp extends AsyncDisposable {
  folder: string
  output: { out: string; err: string }
  environment: CommandEnvironment
  read(path: string): Promise<string>
  write(path: string, text: string): Promise<void>
}

/** Creates an app with packages, such as `next@^16`, and files. `await using` removes it at the end of the test. */
export async function temporaryApp(
  packages: readonly string[] = [],
  files: Readonly<Record<string, string>> = {},
): Promise<TemporaryApp> {
  const folder = await mkdtemp(join(tmpdir(), "latchkit-app-"))
  const output = { out: "", err: "" }
  const terminal = {
    out: (text: string) => void (output.out += text),
    err: (text: string) => void (output.err += text),
  }
  const app: TemporaryApp = {
    folder,
    output,
    environment: { terminal, env: {}, cwd: folder },
    read: (path) => readFile(join(folder, path), "utf8"),
    async write(path, text) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), text)
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
  const dependencies = Object.fromEntries(
    packages.map((one) => /^(.[^@]*)@?(.*)$/.exec(one)?.slice(1) ?? []),
  ) as Record<string, string>
  await app.write("package.json", JSON.stringify({ name: "acme", type: "module", dependencies }))
  for (const [path, text] of Object.entries(files)) await app.write(path, text)
  return app
}
