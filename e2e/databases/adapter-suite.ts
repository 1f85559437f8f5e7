import { existsSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as vitest from "vitest"
import type { FullAdapter } from "../../server/adapters/memory.ts"
import { runAdapterContract } from "../../server/testing/adapter-contract.ts"
import { raceSuite } from "./race-suite.ts"

/** Opens an adapter on a file, whose tables it creates if they don't exist. */
export type OpenAdapter = (file: string) => Promise<{ adapter: FullAdapter; close(): void }>

/** A folder in memory, if there is one: each of thousands of writes would wait for a disk. */
const PLACE = existsSync("/dev/shm") ? "/dev/shm" : tmpdir()

interface SuiteOptions {
  /**
   * Signs up 100 users on a file in a process of its own, which dies when `last` of them are stored.
   *
   * @default no test with killed processes
   */
  kill?: (file: string, last: number) => Promise<void>
}

/** Runs the contract, 50 parallel requests, and processes that are killed, on new files. */
export function adapterSuite(name: string, open: OpenAdapter, { kill }: SuiteOptions = {}): void {
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

    vitest.test.runIf(kill)("a process that dies in the middle of sign-ups leaves no half of a user", async () => {
      const folder = await mkdtemp(join(PLACE, "latchkit-killed-"))
      const file = join(folder, "app.db")
      for (const last of [1, 20, 60]) {
        await kill?.(file, last)
        const { adapter: next, close } = await open(file)
        const users = await next.listUsers({ limit: 1000 })
        vitest.expect(users.length).toBeGreaterThanOrEqual(last)
        for (const { id } of users) {
          const [accounts, sessions] = [await next.listAccounts(id), await next.listSessions(id)]
          const record = await next.getAccountRecord("password", id)
          vitest.expect([accounts.length, sessions.length, record?.userId]).toEqual([1, 1, id])
        }
        close()
      }
      await rm(folder, { recursive: true, force: true })
    })
  })
}
