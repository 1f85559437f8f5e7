import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { parseEnv } from "node:util"
import type { Env } from "../core/config/env.ts"
import { FACTS, type FrameworkName } from "./init/choices.ts"

/** The environment of an app, and the files that it comes from. */
export interface LoadedEnv {
  env: Env
  /** The files that exist, in the order in which they were read. */
  files: readonly string[]
}

/** Returns the names of the framework's environment files. The first file that has a variable decides its value. */
export function envFileNames(framework: FrameworkName | undefined, mode: string): readonly string[] {
  if (framework === "next") {
    const local = mode === "test" ? [] : [".env.local"] // Next ignores it in tests
    return [`.env.${mode}.local`, ...local, `.env.${mode}`, ".env"]
  }
  if (framework === "express-vite") return [`.env.${mode}`, ".env"]
  if (framework === undefined || framework === "nuxt" || !FACTS[framework].setsNodeEnv) return [".env"]
  return [`.env.${mode}.local`, `.env.${mode}`, ".env.local", ".env"] // Vite's order
}

/**
 * Reads the app's environment files as its framework does. A variable of the process wins. Without NODE_ENV, an app
 * with a development server is in development.
 */
export async function loadEnvFiles(cwd: string, framework: FrameworkName | undefined, env: Env): Promise<LoadedEnv> {
  const served = framework !== undefined && FACTS[framework].setsNodeEnv
  const mode = env["NODE_ENV"] ?? "development"
  const envFiles = await Promise.all(
    envFileNames(framework, mode).map(async (file) => ({ file, text: await readOptional(join(cwd, file)) })),
  )
  const read = envFiles.filter((entry): entry is { file: string; text: string } => entry.text !== undefined)
  const merged = Object.assign({}, ...read.toReversed().map(({ text }) => parseEnv(text))) as Record<string, string> // `parseEnv` returns texts
  const all: Env = { ...(served && { NODE_ENV: mode }), ...merged, ...env }
  const expanded = Object.entries(merged).map(([name, value]) => [name, env[name] ?? expand(value, all)] as const)
  return { env: { ...all, ...Object.fromEntries(expanded) }, files: read.map(({ file }) => file) }
}

/** Replaces `$NAME` and `${NAME}`, as Next and Vite do. A backslash keeps the dollar sign. */
function expand(value: string, env: Env): string {
  return value.replaceAll(/\\\$|\$(?:\{(\w+)\}|([A-Za-z_]\w*))/g, (match, braced?: string, bare?: string) =>
    match === "\\$" ? "$" : (env[braced ?? bare ?? ""] ?? ""),
  )
}

async function readOptional(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8")
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined
    throw error
  }
}
