import { describe, test } from "vitest"
import { AVAILABLE } from "./servers.ts"

/** A suite that needs a server: without it a failure where CI is set, elsewhere a skip that is said. */
export function describeOn(engine: keyof typeof AVAILABLE, name: string, suite: () => void): void {
  if (AVAILABLE[engine]) return void describe(`${name} on ${engine}`, suite)
  if (process.env["CI"]) {
    test(`${engine} is installed`, () => Promise.reject(new Error(`Install ${engine}: ${name} was not tested on it`)))
    return
  }
  console.warn(`SKIPPED: ${name} on ${engine}, which is not installed here`)
  describe.skip(`${name} on ${engine}`, suite)
}
