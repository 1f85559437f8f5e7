import { createClient } from "redis"
import { afterAll, beforeAll, describe, expect } from "vitest"
import { ACCOUNT_RECORD_OPERATIONS, accountTables } from "../../server/adapters/account-tables.ts"
import type { Adapter } from "../../server/adapters/contract.ts"
import { isLong } from "../../server/test-kit/long.ts"
import { RedisAdapter } from "../../server/adapters/redis.ts"
import { OPEN } from "../apps/authjs/adapters.ts"
import { authjsSuite } from "./authjs-suite.ts"
import { boundSessionSuite } from "./bound-session-suite.ts"
import { deletionSuite } from "./deletion-suite.ts"
import { devicesSuite } from "./devices-suite.ts"
import { describeOn } from "./describe-on.ts"
import { emailChangeSuite } from "./email-change-suite.ts"
import { factorSuite } from "./factor-suite.ts"
import { invitationSuite } from "./invitation-suite.ts"
import { killedDeletionSuite } from "./killed-deletion-suite.ts"
import { killedEmailChangeSuite, killedPasswordSuite } from "./killed-password-suite.ts"
import { nativeAppSuite } from "./native-app-suite.ts"
import { passwordSuite } from "./password-suite.ts"
import { stepsSuite } from "./steps-suite.ts"
import { startPostgres, startRedis } from "./servers.ts"

const servers: {
  postgres?: Awaited<ReturnType<typeof startPostgres>>
  redis?: Awaited<ReturnType<typeof startRedis>>
} = {}

describeOn("Redis", "account records", () => {
  beforeAll(async () => {
    servers.postgres = await startPostgres()
    servers.redis = await startRedis()
  })
  afterAll(async () => {
    await servers.postgres?.stop()
    await servers.redis?.stop()
  })

  describe.each(isLong ? ["@auth/pg-adapter", "@auth/drizzle-adapter"] : ["@auth/pg-adapter"])(
    "beside %s, unmodified",
    (name) => {
      const opened: { adapter?: Adapter } = {}
      authjsSuite(
        name,
        async () => {
          const { postgres = expect.fail("not started"), redis = expect.fail("not started") } = servers
          const users = await OPEN[name]?.(postgres.url)
          if (!users) return expect.fail(`no adapter ${name}`)
          const client = await createClient({ url: redis.url }).connect()
          opened.adapter = { ...users.adapter, ...accountTables(RedisAdapter(client)) }
          return {
            adapter: opened.adapter,
            close: async () => {
              await users.close()
              await client.close()
            },
          }
        },
        {
          fails: { "deleting a user deletes their account records, and no others": "the records are in another store" },
          adds: [...ACCOUNT_RECORD_OPERATIONS, "claimOnce", "releaseOnce", "increment", "decrement"],
        },
      )
      stepsSuite(() => opened.adapter ?? expect.fail("not connected"))
      factorSuite(() => opened.adapter ?? expect.fail("not connected"))
      passwordSuite(() => opened.adapter ?? expect.fail("not connected"))
      devicesSuite(() => opened.adapter ?? expect.fail("not connected"))
      emailChangeSuite(() => opened.adapter ?? expect.fail("not connected"))
      deletionSuite(() => opened.adapter ?? expect.fail("not connected"))
      nativeAppSuite(() => opened.adapter ?? expect.fail("not connected"))
      boundSessionSuite(() => opened.adapter ?? expect.fail("not connected"))
      if (name !== "@auth/pg-adapter" || !isLong) return
      const database = () => {
        const { postgres = expect.fail("not started"), redis = expect.fail("not started") } = servers
        const place = { url: postgres.url, records: redis.url }
        return { adapter: opened.adapter ?? expect.fail("not connected"), place }
      }
      killedPasswordSuite(database)
      killedEmailChangeSuite(database)
      invitationSuite(database)
      killedDeletionSuite(database)
    },
  )
})
