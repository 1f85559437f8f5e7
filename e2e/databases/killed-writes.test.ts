import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createConnection } from "mysql2/promise"
import * as vitest from "vitest"
import { openPrismaPostgres } from "../apps/prisma/postgres.ts"
import { openPrismaSqlite } from "../apps/prisma/sqlite.ts"
import { describeOn } from "./describe-on.ts"
import { KILLED } from "./killed-adapters.ts"
import { killedWritesTest } from "./killed-writes-suite.ts"
import { postgresPool, startMariaDb, startPostgres } from "./servers.ts"

/** Tests an adapter of `KILLED`. */
const killed = (name: string, place: () => Promise<string>) =>
  killedWritesTest(name, KILLED[name] ?? vitest.assert.fail(`No adapter is called ${name}`), place)

describeOn("PostgreSQL", "an app that dies", () => {
  const running: { server?: Awaited<ReturnType<typeof startPostgres>> } = {}
  vitest.beforeAll(async () => void (running.server = await startPostgres()))
  vitest.afterAll(() => running.server?.stop())

  async function newDatabase(name: string): Promise<string> {
    const { url } = running.server ?? vitest.assert.fail("not started")
    const pool = postgresPool(url)
    await pool.query(`create database ${name}`)
    await pool.end()
    return url.replace(/\w+$/, name)
  }

  killed("DrizzleAdapter on PostgreSQL", () => newDatabase("drizzle"))
  killed("PrismaAdapter on PostgreSQL", async () => {
    const url = await newDatabase("prisma")
    await (await openPrismaPostgres(url)).prisma.$disconnect()
    return url
  })
})

describeOn("MariaDB", "an app that dies", () => {
  killed("DrizzleAdapter on MariaDB", async () => {
    const server = await startMariaDb()
    vitest.onTestFinished(() => server.stop())
    const root = await createConnection(server.url)
    await root.query("create database app")
    await root.end()
    return server.url.replace(/mysql$/, "app")
  })
})

killed("PrismaAdapter on SQLite", async () => {
  const folder = await mkdtemp(join(tmpdir(), "latchkit-killed-"))
  vitest.onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, "app.db")
  await (await openPrismaSqlite("sqlite", `file:${file}`)).prisma.$disconnect()
  return file
})
