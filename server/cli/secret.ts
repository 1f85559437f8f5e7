import { readFile } from "node:fs/promises"
import { resolve } from "node:path"
import { base64url, randomBytes } from "../core/crypto/bytes.ts"
import { FACTS, type FrameworkName } from "./init/choices.ts"
import { createCommand } from "./command.ts"
import { findConfigurationFile } from "./configuration.ts"
import { detectProject } from "./project.ts"
import { readSecretFile, writeSecretFile } from "./text-file.ts"
import { markedLine, nextSteps, type CommandEnvironment } from "./terminal.ts"

export const USAGE = `latchkit secret [--write [<file>]]

Creates a secret of 32 random bytes and prints it.

  --write  adds it to <file> as AUTH_SECRET instead. Default: .env.
           An existing AUTH_SECRET stays, and the new secret gets a number. It seals new sessions, and both open sessions.
`

/** Runs `latchkit secret`. */
export const secretCommand = createCommand({
  usage: USAGE,
  args: { allowPositionals: true, options: { write: { type: "boolean" } } },
  async run({ values, positionals: [file] }, environment) {
    const secret = base64url(randomBytes(32))
    if (values.write) await addSecret(secret, file, environment)
    else environment.terminal.out(`${secret}\n`)
    return 0
  },
})

async function addSecret(
  secret: string,
  given: string | undefined,
  { terminal, cwd }: CommandEnvironment,
): Promise<void> {
  const { framework } = await detectProject(cwd)
  const file = given ?? (framework ? FACTS[framework].envFile : ".env")
  const before = await readSecretFile(file, cwd)
  const name = unusedName(before)
  const gap = before === "" || before.endsWith("\n") ? "" : "\n"
  await writeSecretFile(file, `${before}${gap}${name}=${secret}\n`, { terminal, cwd })
  const older = name === "AUTH_SECRET" ? "" : " It seals new sessions. The older secrets still open theirs."
  terminal.out(markedLine("good", `${file} has a new secret, ${name}.${older}`))
  terminal.out(nextSteps(stepsFor(file, { framework, isLoaded: await loadsEnvFile(cwd) })))
}

interface App {
  framework: FrameworkName | undefined
  /** Whether the app's module loads the file itself. `latchkit init` writes such a module. */
  isLoaded: boolean
}

async function loadsEnvFile(cwd: string): Promise<boolean> {
  const module = await findConfigurationFile(cwd)
  return module !== undefined && (await readFile(resolve(cwd, module), "utf8")).includes("loadEnvFile(")
}

/**
 * Returns how the app gets the secret. SvelteKit, Node and others don't put `.env` into `process.env` by themselves.
 */
function stepsFor(file: string, { framework, isLoaded }: App): string[] {
  const restart = "Restart your app."
  if ((framework === "sveltekit" || framework === "astro") && !isLoaded)
    return [`Load it in development, at the top of src/auth.ts: process.loadEnvFile("${file}").`, restart]
  if (framework === undefined) return [`Load it when your app starts. Node's option: --env-file=${file}.`, restart]
  const { setsNodeEnv, start, envFile } = FACTS[framework]
  if (!setsNodeEnv) return [`Start your app: ${start("npm").replace(envFile, file)}`]
  return [restart]
}

const SECRET_NAMES = ["AUTH_SECRET", "AUTH_SECRET_1", "AUTH_SECRET_2", "AUTH_SECRET_3"]

function unusedName(text: string): string {
  const takenNames = SECRET_NAMES.filter((name) =>
    new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=\\s*\\S`, "m").test(text),
  )
  const last = SECRET_NAMES.findLastIndex((name) => takenNames.includes(name))
  const free = SECRET_NAMES[last + 1]
  if (free) return free
  throw new Error("AUTH_SECRET_3 is already set. Remove the oldest secrets, and rename the newest to AUTH_SECRET")
}
