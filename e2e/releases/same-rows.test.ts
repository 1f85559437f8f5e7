// Each of these adapters leaves the rows that SqlAdapter leaves on SQLite, so the fixtures of SqlAdapter stand for theirs
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Kysely } from "kysely"
import { Miniflare } from "miniflare"
import { afterAll, expect, test } from "vitest"
import type { Adapter } from "../../server/adapters/contract.ts"
import { d1Dialect } from "../../server/adapters/d1.ts"
import { SqlAdapter } from "../../server/adapters/sql.ts"
import { EMBEDDED } from "../databases/embedded.ts"
import { dumpTables, restoreTables } from "./dumps.ts"
import * as current from "./kit.ts"
import { beginScenes, endScene } from "./play.ts"
import { emailIn } from "./scenes.ts"
import { dialectFor, openStore } from "./stores.ts"
import { MINUTE } from "./world.ts"

const folder = mkdtempSync(join(tmpdir(), "latchkit-same-rows-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Opens an adapter on a file of SQLite. */
type Open = (file: string) => Promise<{ adapter: Adapter; close(): unknown }>

const STAGE = { kit: current, strategy: "database" } as const
const openSqlite: Open = (file) => openStore(current, file)

/** Opens a database of D1 with a file's rows. Closing it writes its rows into the file. */
async function openD1(file: string): ReturnType<Open> {
  const script = "export default { fetch: () => new Response() }"
  const worker = new Miniflare({ modules: true, script, d1Databases: ["DB"] })
  const dialect = d1Dialect(await worker.getD1Database("DB"))
  const adapter = SqlAdapter(new Kysely<object>({ dialect }))
  await adapter.migrate()
  await restoreTables(dialect, await dumpTables(dialectFor(current, file)))
  return {
    adapter,
    async close() {
      await restoreTables(dialectFor(current, file), await dumpTables(dialect))
      await worker.dispose()
    },
  }
}

/** Begins all scenes with one adapter, and ends them with another one on the same file. */
async function expectContinued(file: string, begin: Open, end: Open): Promise<void> {
  const tables = await openSqlite(file) // creates them
  await tables.close()
  const first = await begin(file)
  const left = await beginScenes({ ...STAGE, adapter: first.adapter }, Date.now())
  await first.close()
  const second = await end(file)
  for (const scene of Object.keys(left))
    expect(await endScene({ ...STAGE, adapter: second.adapter }, left, scene, MINUTE / 2), scene).toBe(emailIn(scene))
  await second.close()
}

test.each(Object.entries({ ...EMBEDDED, D1: openD1 }))(
  "%s continues what SqlAdapter left, and SqlAdapter what it left",
  { timeout: 3 * MINUTE },
  async (name, open) => {
    await expectContinued(join(folder, `${name} ends`), openSqlite, open)
    await expectContinued(join(folder, `${name} begins`), open, openSqlite)
  },
)
