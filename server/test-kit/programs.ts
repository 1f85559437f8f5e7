import { spawnSync } from "node:child_process"
import { describe } from "vitest"

/** Runs a program of the system. Returns what it printed, or `undefined` if it isn't installed. */
export function run(program: string, args: readonly string[], input = ""): string | undefined {
  const { error, status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8", input })
  if (error && Reflect.get(error, "code") === "ENOENT") return undefined
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`)
  return stdout.trim()
}

/** Declares a suite that needs programs. If one is missing, the suite fails in CI and is skipped elsewhere. */
export function describeWith(programs: readonly string[], suite: () => void): void {
  const missing = programs.filter((program) => spawnSync(program, ["--version"]).error)
  if (missing.length > 0) console.warn(`SKIPPED: ${missing.join()} isn't installed here`)
  describe.skipIf(missing.length > 0 && !process.env["CI"])(programs.join(" and "), suite)
}
