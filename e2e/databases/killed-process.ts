import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { expect } from "vitest"

/** Where Node keeps compiled modules. With it, a process starts in half the time. */
const COMPILED = fileURLToPath(new URL("../../.cache/killed", import.meta.url))

/** Runs a script of this folder as a process of its own, and waits until it has killed itself. */
export async function runKilled(script: string, ...parameters: string[]): Promise<void> {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const child = spawn(process.execPath, [path, ...parameters], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILED },
  })
  const signal = await new Promise((resolve) => child.once("exit", (_, ended) => resolve(ended)))
  expect(signal).toBe("SIGKILL")
}
