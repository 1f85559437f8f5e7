import { VERSION } from "@sveltejs/kit"
import { processEnv, type Env } from "../../core/config/env.ts"

/** The values that only SvelteKit's own modules have. */
export interface KitEnvironment {
  /** The private variables, also those in `.env` and the bindings of a Worker. In version 3, those of `src/env.ts`. */
  env: Env
  /** `kit.paths.base`: `/shop`, or "" at the root. */
  base: string
}

interface KitModules {
  variables(): Promise<Readonly<Record<string, unknown>>>
  paths(): Promise<KitPaths>
}

/** Version 3 has no `base`. */
interface KitPaths {
  base?: string | undefined
  resolve?: ((path: "/") => string) | undefined
}

/** Reads SvelteKit's modules. Outside of SvelteKit, as in a unit test, there are none, and the result is empty. */
export async function readKitEnvironment({ variables, paths }: KitModules): Promise<KitEnvironment> {
  return {
    // While SvelteKit prerenders, reading a variable throws
    env: await variables()
      .then(texts)
      .catch(() => ({})),
    base: await paths()
      .then(basePath)
      .catch(() => ""),
  }
}

const basePath = ({ base, resolve }: KitPaths): string => /^(?:\/[^/]+)*/.exec(base ?? resolve?.("/") ?? "")?.[0] ?? ""

const texts = (env: Readonly<Record<string, unknown>>): Env =>
  Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => typeof entry[1] === "string"))

// Version 3 warns in development that its own module replaces this one, which version 2 can't build
const isDeprecated = !VERSION.startsWith("2.") && processEnv()["NODE_ENV"] === "development"

export const kitEnvironment = await readKitEnvironment({
  variables: async () => (isDeprecated ? {} : (await import("$env/dynamic/private")).env),
  paths: () => import("$app/paths"),
})
