import pg from "pg"
import { afterAll, beforeAll, describe, expect } from "vitest"
import { OPEN } from "../apps/authjs/adapters.ts"
import { isLong } from "../../server/test-kit/long.ts"
import { authjsSuite } from "./authjs-suite.ts"
import { startPostgres } from "./servers.ts"

const database: { server?: Awaited<ReturnType<typeof startPostgres>> } = {}
beforeAll(async () => {
  database.server = await startPostgres()
})
afterAll(() => database.server?.stop())

/** The address of a database that nothing is in. */
async function emptyDatabase(): Promise<string> {
  const { url } = database.server ?? expect.fail("not started")
  const name = `authjs_${crypto.randomUUID().slice(0, 8)}`
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return url.replace(/app$/, name)
}

/** Opens a connection for each query, and so takes as long as the other adapters together. */
const SLOW = "@auth/typeorm-adapter"

describe.each(Object.entries(OPEN).filter(([name]) => isLong || name !== SLOW))("%s, unmodified", (name, open) =>
  authjsSuite(name, async () => open(await emptyDatabase())),
)
