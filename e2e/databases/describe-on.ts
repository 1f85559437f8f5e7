import { describe, test } from "vitest"
import { AVAILABLE } from "./servers.ts"

/** Declares a suite that needs a server. If the server is missing, the suite fails in CI and is skipped elsewhere. */
export function describeOn(engine: keyof typeof AVAILABLE, name: string, suite: () => void): void {
  if (AVAILABLE[engine]) return void describe(`${name} on ${engine}`, suite)
  if (process.env["CI"]) {
    test(`${engine} is installed`, () => Promise.reject(new Error(`Install ${engine}: ${name} was not tested on it`)))
    return
  }
  console.warn(`SKIPPED: ${name} on ${engine}, which is not installed here`)
  describe.skip(`${name} on ${engine}`, suite)
}
