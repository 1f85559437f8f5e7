import { spawn } from "node:child_process"
import { mkdir, rename } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { rolldown } from "rolldown"
import { expect } from "vitest"

/** Where the bundled scripts are, and where Node keeps what it compiled of them. */
const BUNDLES = fileURLToPath(new URL("../../.cache/killed", import.meta.url))

const bundled = new Map<string, Promise<string>>()

/**
 * Returns a function that takes `count` requests, and resolves when each of them has died in the middle. One process handles
 * all of them, each with connections of its own, and dies when all are at their places. So no request may wait for another.
 */
export function killedTogether(script: string, count: number): (request: object) => Promise<void> {
  const requests: string[] = []
  const areDead = Promise.withResolvers<void>()
  return async (request) => {
    requests.push(JSON.stringify(request))
    if (requests.length === count) {
      await runKilled(script, ...requests)
      areDead.resolve()
    }
    await areDead.promise
  }
}

/** Runs a script of this folder as a process of its own, and waits until it has killed itself. */
export async function runKilled(script: string, ...parameters: string[]): Promise<void> {
  const bundle = bundled.get(script) ?? bundleScript(script)
  bundled.set(script, bundle)
  const child = spawn(process.execPath, [await bundle, ...parameters], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, NODE_COMPILE_CACHE: BUNDLES },
  })
  const signal = await new Promise((resolve) => child.once("exit", (_, ended) => resolve(ended)))
  expect(signal).toBe("SIGKILL")
}

/**
 * Bundles a script with everything that it imports. Dozens of processes run it, and one file starts in a third of the
 * time. Returns the path of the file, which has the script's name.
 */
async function bundleScript(script: string): Promise<string> {
  const input = fileURLToPath(new URL(script, import.meta.url))
  const bundle = await rolldown({
    input,
    platform: "node",
    external: ["vitest", "pg-native", "better-sqlite3", "@libsql/client", /^@prisma\//],
    logLevel: "silent",
  })
  const file = join(BUNDLES, script.replace(/\.ts$/, ".mjs"))
  // Other test files bundle the same script at the same time, so the finished file replaces theirs at once
  const unfinished = `${file}.${process.pid}.mjs`
  await mkdir(BUNDLES, { recursive: true })
  await bundle.write({ file: unfinished, format: "esm", codeSplitting: false })
  await bundle.close()
  await rename(unfinished, file)
  return file
}
