import { passwordsOf } from "../config/passwords.ts"
import { createPasswordHasher } from "../crypto/passwords/hasher.ts"
import { pathToFileURL } from "node:url"
import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { incompleteProviders, withoutProviders } from "../config/incomplete-providers.ts"
import { configProblems } from "../config/problems.ts"
import { createSettings } from "../config/settings.ts"
import type { AuthConfig } from "../config/types.ts"
import type { Settings } from "../config/settings.ts"
import { withoutControlCharacters } from "../logger.ts"
import {
  addressFindings,
  cookieFindings,
  providerFindings,
  secretFindings,
  siteFindings,
  type Finding,
} from "./findings.ts"
import type { CommandEnvironment } from "./terminal.ts"

/** The usage of `latchkit doctor`. */
export const DOCTOR_USAGE = `latchkit doctor [<module>] [options]

Checks a configuration and its environment, and prints the redirect URI to register with each provider.
With --url, it also checks that your secrets can read all second factors, and that all passwords can be checked.

  <module>      exports the configuration as config, authConfig, options or default  (default: only the environment)
  --base-path   the integration's base path: /api/auth for Next and SolidStart  (default: /auth)
  --url         file:app.db, postgres://…, mysql://… or mariadb://…                  (default: none)
  --prefix      prefix of its tables' names
`

const MARKERS = { good: "✓", warning: "!", problem: "✗" } as const

/** Runs `latchkit doctor`. Returns 1 if it finds a problem. */
export async function doctorCommand(
  words: readonly string[],
  { terminal, env, cwd }: CommandEnvironment,
): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      "base-path": { type: "string" },
      url: { type: "string" },
      prefix: { type: "string" },
      help: { type: "boolean", short: "h" },
    },
  })
  if (values.help) return (terminal.out(DOCTOR_USAGE), 0)
  const [module] = positionals
  const config = module === undefined ? {} : await loadConfigurationFrom(resolve(cwd, module), module)
  const findings = await examine(config, env, values)
  for (const { kind, text } of findings) terminal.out(`${MARKERS[kind]} ${withoutControlCharacters(text)}\n`)
  const problems = findings.filter(({ kind }) => kind === "problem").length
  terminal.out(
    problems === 0 ? "\nNo problems found.\n" : `\n${problems} ${problems === 1 ? "problem" : "problems"}.\n`,
  )
  return problems === 0 ? 0 : 1
}

interface DoctorOptions {
  "base-path"?: string | undefined
  url?: string | undefined
  prefix?: string | undefined
}

async function examine(
  config: AuthConfig,
  env: CommandEnvironment["env"],
  { "base-path": basePath, url, prefix }: DoctorOptions,
): Promise<Finding[]> {
  const settings = createSettings(config, { env, ...(basePath !== undefined && { basePath }) })
  const incomplete = incompleteProviders(settings)
  const problems = [...configProblems(config, settings), ...[...incomplete.values()].flat()].map(
    ({ message }): Finding => ({ kind: "problem", text: message }),
  )
  return [
    ...problems,
    ...secretFindings(settings),
    ...siteFindings(settings),
    ...addressFindings(settings),
    ...cookieFindings(settings),
    ...(await providerFindings(withoutProviders(settings, incomplete))),
    ...(url === undefined ? [] : await databaseFindings(settings, { url, prefix })),
  ]
}

async function databaseFindings(settings: Settings, { url, prefix }: { url: string; prefix: string | undefined }) {
  const { factorFindings } = await import("./rotate.ts") // its query builder is an optional package
  const { passwordFindings } = await import("./stored-passwords.ts")
  const hasher = passwordsOf(settings)?.hasher ?? createPasswordHasher()
  return [
    ...(await factorFindings({ url, secrets: settings.secrets, prefix })),
    ...(await passwordFindings({ url, prefix, hasher })),
  ]
}

const EXPORTS = ["config", "authConfig", "options", "default"]

async function loadConfigurationFrom(path: string, shown: string): Promise<AuthConfig> {
  const module = (await import(pathToFileURL(path).href)) as Record<string, unknown> // the exports of the app's module
  const found = EXPORTS.map((name) => module[name]).find((value) => value !== undefined)
  const config: unknown = typeof found === "function" ? await found(undefined) : found
  if (typeof config === "object" && config !== null && "providers" in config) return config as AuthConfig // it has the only required field
  throw new Error(`${shown} exports no configuration. Export an object with \`providers\` as ${EXPORTS.join(", ")}`)
}
