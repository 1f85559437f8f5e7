import { Kysely } from "kysely"
import mysql from "mysql2"
import * as vitest from "vitest"
import { mysqlDialect, SqlAdapter } from "../../server/adapters/sql.ts"
import { runAdapterContract } from "../../server/testing/adapter-contract.ts"
import { isLong } from "../../server/test-kit/long.ts"
import { clockSuite } from "./clock-suite.ts"
import { describeOn } from "./describe-on.ts"
import { faultyNetworkSuite } from "./faulty-network-suite.ts"
import { invitationSuite } from "./invitation-suite.ts"
import { killedDeletionSuite } from "./killed-deletion-suite.ts"
import { killedEmailChangeSuite, killedPasswordSuite } from "./killed-password-suite.ts"
import { killedStepSuite } from "./killed-step-suite.ts"
import { killedMidway, serviceSuite } from "./service-suite.ts"
import { stepsSuite } from "./steps-suite.ts"
import { startMariaDb } from "./servers.ts"

describeOn("MariaDB", "SqlAdapter", () => {
  const open = async () => {
    const server = await startMariaDb()
    return { server, ...(await createDatabase(server, "app", 20)) }
  }
  const others = new Map<number, ReturnType<typeof createDatabase>>()
  const another = (number: number) => {
    const created = others.get(number) ?? createDatabase(it().server, `app_${number}`, 5)
    others.set(number, created)
    return created
  }
  const opened: { it?: Awaited<ReturnType<typeof open>> } = {}
  const it = () => opened.it ?? vitest.assert.fail("not connected")
  runAdapterContract(
    () => it().adapter,
    {
      async connect() {
        opened.it = await open()
      },
      async disconnect() {
        for (const { db } of await Promise.all(others.values())) await db.destroy()
        await opened.it?.db.destroy()
        await opened.it?.server.stop()
      },
    },
    vitest,
  )
  if (!isLong) return // PostgreSQL and Redis run all suites
  serviceSuite(() => it().adapter)
  stepsSuite(() => it().adapter)
  clockSuite(() => it().adapter)
  const database = () => ({ ...it(), another })
  killedStepSuite(database)
  killedPasswordSuite(database)
  killedEmailChangeSuite(database)
  invitationSuite(database, [false]) // SQLite runs the same adapter
  killedDeletionSuite(database)
  faultyNetworkSuite(
    () => it().server.port,
    async (port) => {
      const uri = it().place.url.replace(String(it().server.port), String(port))
      const db = new Kysely<object>({ dialect: mysqlDialect(mysql.createPool({ uri, connectionLimit: 20 })) })
      return { adapter: SqlAdapter(db), close: () => db.destroy() }
    },
  )
  vitest.test("a database that is killed in the middle of first visits keeps no half of one", async () => {
    await killedMidway(it().adapter, it().server)
  })
})

async function createDatabase(server: Awaited<ReturnType<typeof startMariaDb>>, name: string, connectionLimit: number) {
  const root = mysql.createConnection(server.url).promise()
  await root.query(`create database ${name}`)
  await root.end()
  const url = server.url.replace(/mysql$/, name)
  const db = new Kysely<object>({ dialect: mysqlDialect(mysql.createPool({ uri: url, connectionLimit })) })
  const adapter = SqlAdapter(db)
  await adapter.migrate()
  return { db, adapter, place: { url } }
}
