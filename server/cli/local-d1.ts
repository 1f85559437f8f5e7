import { createRequire } from "node:module"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { asError } from "../errors.ts"
import { findOwnDatabases } from "./init/own-database.ts"

/** The bindings of an app's Worker, as `wrangler dev` has them on this machine. */
export interface LocalBindings {
  /** The parameter of a configuration that is a function: the database in a Worker, and the event in SvelteKit. */
  readonly argument: object
  close(): Promise<void>
}

/** The part of Wrangler that is used here. */
interface Wrangler {
  getPlatformProxy(): Promise<{ env: Readonly<Record<string, unknown>>; dispose(): Promise<void> }>
}

/**
 * Opens the local D1 database of the app with the app's own Wrangler. Returns `undefined` if it has none.
 *
 * @throws {Error} if Wrangler isn't installed, or can't open it
 */
export async function openLocalD1(cwd: string): Promise<LocalBindings | undefined> {
  const database = (await findOwnDatabases(cwd)).find(({ tool }) => tool === "d1")
  if (database?.tool !== "d1") return undefined
  const { binding } = database
  const before = process.cwd()
  try {
    const path = createRequire(join(cwd, "package.json")).resolve("wrangler")
    const { getPlatformProxy } = (await import(pathToFileURL(path).href)) as Wrangler // its documented function
    process.chdir(cwd) // Wrangler looks for its configuration there
    const { env, dispose } = await getPlatformProxy()
    const local = env[binding]
    if (typeof local === "object" && local !== null)
      return { argument: Object.assign(local, { platform: { env } }), close: dispose }
    await dispose()
  } catch (error) {
    throw new Error(`The D1 database ${binding} can't be opened with Wrangler: ${asError(error).message}`, {
      cause: error,
    })
  } finally {
    process.chdir(before)
  }
  throw new Error(`Wrangler has no binding ${binding}`)
}
