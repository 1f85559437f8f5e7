import { existsSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { join, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import type { Env } from "../core/config/env.ts"
import { collectConfigurations } from "../core/config/registered.ts"
import type { AuthConfig } from "../service/config.ts"
import { asError } from "../errors.ts"
import { openLocalD1 } from "./local-d1.ts"
import { registerModuleHooks } from "./module-hooks.ts"

/** An app's configuration, as its module defines it. */
export interface FoundConfiguration {
  /** The module, relative to the app's folder. */
  file: string
  config: AuthConfig
  /** The integration's own base path, if the module creates an integration. */
  basePath: string | undefined
  /** Closes the local database that a Worker's configuration was given. */
  close?(): Promise<void>
}

const FOLDERS = ["", "src/", "lib/", "src/lib/", "src/lib/server/", "src/server/", "server/", "server/utils/", "app/"]
const NAMES = ["auth", "auth.server", "auth.config"]
const EXTENSIONS = ["ts", "mts", "js", "mjs"]
const EXPORTS = ["config", "authConfig", "options", "default"]

/** The paths at which quickstarts put the configuration, in the order in which they are tried. */
export const CONFIGURATION_PATHS: readonly string[] = FOLDERS.flatMap((folder) =>
  NAMES.flatMap((name) => EXTENSIONS.map((extension) => `${folder}${name}.${extension}`)),
)

/** Returns the path of the app's configuration, or `undefined` if no usual file imports Latchkit. */
export async function findConfigurationFile(cwd: string): Promise<string | undefined> {
  for (const path of CONFIGURATION_PATHS.filter((name) => existsSync(join(cwd, name)))) {
    if (/["']latchkit[/"']/.test(await readFile(join(cwd, path), "utf8"))) return path
  }
  return undefined
}

/**
 * Loads a module with Node, and returns its configuration: an export, or the configuration of an integration that it
 * creates.
 *
 * @throws {Error} if the module can't be loaded or has no configuration
 */
export async function loadConfiguration(cwd: string, file: string, env: Env): Promise<FoundConfiguration> {
  for (const [name, value] of Object.entries(env)) if (value !== undefined) process.env[name] ??= value
  registerModuleHooks(cwd)
  const registered = collectConfigurations()
  const module = await importModule(resolve(cwd, file), file)
  const exportedValue = EXPORTS.map((name) => module[name]).find(
    (value) => typeof value === "object" || typeof value === "function",
  )
  const { config, basePath } = registered[0] ?? {}
  const configuration = (await configurationIn(exportedValue)) ?? (await configurationIn(config))
  if (configuration) return { file, config: configuration, basePath }
  const create = [exportedValue, config].find(
    (value): value is (binding: object) => unknown => typeof value === "function",
  )
  const local = create && (await openLocalD1(cwd))
  try {
    const withDatabase = local && (await configurationIn(await create?.(local.argument)))
    if (withDatabase) return { file, config: withDatabase, basePath, close: local.close }
  } catch (error) {
    await local?.close()
    throw new Error(`${file} can't create its configuration: ${asError(error).message}`, { cause: error })
  }
  await local?.close()
  throw new Error(
    `${file} has no configuration. Call an integration such as \`NextAuth({ providers })\` in it, or export an object with \`providers\` as ${EXPORTS.join(", ")}`,
  )
}

async function importModule(path: string, shown: string): Promise<Record<string, unknown>> {
  if (!existsSync(path)) throw new Error(`There is no file ${shown}. Pass the module that configures Latchkit`)
  const { error: write } = console
  // An integration logs its problems when it is created. The command reports them itself
  console.error = (...given) => (String(given[0]).startsWith("[latchkit]") ? undefined : write(...given))
  try {
    return (await import(pathToFileURL(path).href)) as Record<string, unknown> // the exports of the app's module
  } catch (error) {
    const { message } = asError(error)
    const old = /Unknown file extension "\.m?ts"/.test(message)
      ? ". Use Node 22.18 or later, which runs TypeScript"
      : ""
    throw new Error(`${shown} can't be loaded: ${message}${old}`, { cause: error })
  } finally {
    console.error = write
  }
}

async function configurationIn(value: unknown): Promise<AuthConfig | undefined> {
  const config: unknown = typeof value === "function" ? await callWithout(value as () => unknown) : value // it may need more
  return typeof config === "object" && config !== null && "providers" in config ? (config as AuthConfig) : undefined // it has the only required field
}

/** Calls a configuration that is a function. One that needs a binding has none here. */
async function callWithout(create: () => unknown): Promise<unknown> {
  try {
    return await create()
  } catch {
    return undefined
  }
}
