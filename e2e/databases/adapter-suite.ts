import { existsSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as vitest from "vitest"
import type { FullAdapter } from "../../server/adapters/memory.ts"
import { runAdapterContract } from "../../server/testing/adapter-contract.ts"
import { killedWritesTest } from "./killed-writes-suite.ts"
import { raceSuite } from "./race-suite.ts"

/** Opens an adapter on a file, whose tables it creates if they don't exist. */
export type OpenAdapter = (file: string) => Promise<{ adapter: FullAdapter; close(): unknown }>

/** A folder in memory, if there is one: each of thousands of writes would wait for a disk. */
const PLACE = existsSync("/dev/shm") ? "/dev/shm" : tmpdir()

/** Runs the contract and 50 parallel requests on a new file, and processes that are killed if the name is in `KILLED`. */
export function adapterSuite(name: string, open: OpenAdapter, { isKilled = false } = {}): void {
  vitest.describe(name, () => {
    const running: { adapter?: FullAdapter; close?: () => Promise<void> } = {}
    const connect = async () => {
      const folder = await mkdtemp(join(PLACE, "latchkit-embedded-"))
      const { adapter, close } = await open(join(folder, "app.db"))
      running.adapter = adapter
      running.close = () => Promise.resolve(close()).then(() => rm(folder, { recursive: true, force: true }))
    }
    const adapter = () => running.adapter ?? vitest.assert.fail("not connected")
    runAdapterContract(adapter, { connect, disconnect: () => running.close?.() }, vitest)
    raceSuite(adapter)
    if (isKilled)
      killedWritesTest(name, open, async () => {
        const folder = await mkdtemp(join(PLACE, "latchkit-killed-"))
        vitest.onTestFinished(() => rm(folder, { recursive: true, force: true }))
        return join(folder, "app.db")
      })
  })
}
