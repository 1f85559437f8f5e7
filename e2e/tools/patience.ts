// A test waits until something happens. Vitest gives up after a second, in which a busy machine may do nothing.
import { vi } from "vitest"

/** In milliseconds. It ends only a wait for what never happens. `expect.poll` has the same in vite.config.ts. */
export const PATIENCE = 30_000
const PATIENT = Symbol.for("latchkit.patient")

type Wait = typeof vi.waitFor | typeof vi.waitUntil

function patient<const W extends Wait>(wait: W): W {
  const run = wait as (callback: () => unknown, options: object) => unknown // one of two that only differ in generics
  const patiently = (callback: () => unknown, options: number | object = {}) =>
    run(callback, typeof options === "number" ? { timeout: options } : { timeout: PATIENCE, ...options })
  return patiently as W
}

if (!(PATIENT in vi)) {
  Object.assign(vi, { [PATIENT]: true, waitFor: patient(vi.waitFor), waitUntil: patient(vi.waitUntil) })
}
