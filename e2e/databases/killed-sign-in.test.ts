import pg from "pg"
import { afterAll, beforeAll, expect, test } from "vitest"
import { DRIZZLE_TABLES, PG_TABLES } from "../apps/authjs/adapter-tables.ts"
import { errorParam, signedInName } from "../../server/test-kit/oauth-service.ts"
import { runKilled } from "./killed-process.ts"
import { describeOn } from "./describe-on.ts"
import { WITHOUT_TRANSACTIONS } from "./killed-sign-in.ts"
import { startPostgres, startRedis } from "./servers.ts"
import { serviceOn } from "./service-suite.ts"

describeOn("Redis", "a first sign-in whose process is killed", () => {
  const servers: { redis?: Awaited<ReturnType<typeof startRedis>>; sql?: Awaited<ReturnType<typeof startPostgres>> } =
    {}
  beforeAll(async () => {
    servers.redis = await startRedis()
    servers.sql = await startPostgres()
    const client = new pg.Client({ connectionString: servers.sql.url })
    await client.connect()
    for (const tables of [PG_TABLES, DRIZZLE_TABLES]) await client.query(tables)
    await client.end()
  })
  afterAll(async () => {
    await servers.redis?.stop()
    await servers.sql?.stop()
  })

  test.each(Object.entries(WITHOUT_TRANSACTIONS))("is finished by the next one, with %s", async (name, open) => {
    const url = (name === "redis" ? servers.redis : servers.sql)?.url ?? expect.fail("not started")
    const email = `killed-${crypto.randomUUID()}@app.test`
    await runKilled("killed-sign-in.ts", name, url, email)

    const { adapter, close } = await open(url)
    const { browser, enter } = await serviceOn(adapter)
    expect(await adapter.getUserByAccount?.({ provider: "acme", providerAccountId: email })).toBeNull()
    expect(await adapter.getUserByEmail?.(email)).not.toBeNull()
    const each = browser()
    expect(errorParam(await enter(each, { sub: email, email, email_verified: true }))).toBeNull()
    expect(await signedInName(each)).toBe(email)
    expect((await adapter.getUserByEmail?.(email))?.image ?? null).toBeNull()
    await close()
  })
})
