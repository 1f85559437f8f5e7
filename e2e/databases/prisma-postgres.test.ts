import * as vitest from "vitest"
import { inTransaction } from "../../server/adapters/extended.ts"
import type { FullAdapter } from "../../server/adapters/memory.ts"
import { currentTransaction } from "../../server/adapters/prisma.ts"
import { runAdapterContract } from "../../server/testing/adapter-contract.ts"
import { isLong } from "../../server/test-kit/long.ts"
import { adapterOn } from "../../stories/docs/examples/database/prisma/auth.ts"
import type { PrismaClient } from "../../stories/docs/examples/database/prisma/generated/client.ts"
import { openPrismaPostgres } from "../apps/prisma/postgres.ts"
import { describeOn } from "./describe-on.ts"
import { raceSuite } from "./race-suite.ts"
import { startPostgres } from "./servers.ts"

const { expect, test } = vitest

interface Opened {
  prisma: PrismaClient
  queries: string[]
  adapter: FullAdapter
  close(): Promise<void>
}

async function open(createAdapter: (prisma: PrismaClient) => FullAdapter): Promise<Opened> {
  const server = await startPostgres()
  const { prisma, queries } = await openPrismaPostgres(server.url)
  const close = () => prisma.$disconnect().then(() => server.stop())
  return { prisma, queries, adapter: createAdapter(prisma), close }
}

/** Runs the contract on a server of its own. Returns the opened database, for further tests. */
function contractOn(createAdapter: (prisma: PrismaClient) => FullAdapter): () => Opened {
  const running: { opened?: Opened } = {}
  const opened = () => running.opened ?? vitest.assert.fail("not connected")
  const connect = async () => void (running.opened = await open(createAdapter))
  runAdapterContract(() => opened().adapter, { connect, disconnect: () => opened().close() }, vitest)
  return opened
}

const user = (email: string) => ({ id: crypto.randomUUID(), email, emailVerified: null })

describeOn("PostgreSQL", "PrismaAdapter on the documentation's existing table", () => {
  const opened = contractOn(adapterOn)
  if (isLong) raceSuite(() => opened().adapter)

  test("in the app's own transaction, its rows are undone with the app's", async () => {
    const { prisma, adapter } = opened()
    const undone = prisma.$transaction(async (tx) => {
      const within = adapterOn(tx)
      const { id } = await within.createUser(user("undone@app.test"))
      await tx.membership.create({ data: { userId: id, team: "red" } })
      await within.transaction(async (nested) => nested.updateUser?.({ id, name: "Ada" }))
      expect(await within.getUser(id)).toMatchObject({ name: "Ada" })
      throw new Error("stop")
    })
    await expect(undone).rejects.toThrow("stop")
    expect(await adapter.getUserByEmail("undone@app.test")).toBeNull()
  })

  test("in the app's own transaction, a failed part is undone, and the app goes on", async () => {
    const { prisma, adapter } = opened()
    await prisma.$transaction(async (tx) => {
      const within = adapterOn(tx)
      await within.createUser(user("kept@app.test"))
      const twice = within.transaction(async (nested) => {
        await nested.createUser?.(user("half@app.test"))
        await nested.createUser?.(user("kept@app.test"))
      })
      await expect(twice).rejects.toMatchObject({ name: "AdapterConflict" })
    })
    expect(await adapter.getUserByEmail("kept@app.test")).not.toBeNull()
    expect(await adapter.getUserByEmail("half@app.test")).toBeNull()
  })

  test("a query on `currentTransaction` in an overridden operation is undone with the rest", async () => {
    const { prisma, adapter } = opened()
    const overridden = {
      ...adapter,
      async createUser(created: Parameters<typeof adapter.createUser>[0]) {
        const stored = await adapter.createUser(created)
        await currentTransaction(prisma).membership.create({ data: { userId: stored.id, team: "blue" } })
        return stored
      },
    }
    const failed = inTransaction(overridden, async (within) => {
      await within.createUser?.(user("overridden@app.test"))
      throw new Error("stop")
    })
    await expect(failed).rejects.toThrow("stop")
    expect(await prisma.membership.findMany({ where: { team: "blue" } })).toEqual([])
    await inTransaction(overridden, async (within) => within.createUser?.(user("overridden@app.test")))
    expect((await prisma.membership.findMany({ where: { team: "blue" } })).length).toBe(1)
  })

  test("reads a session and its user with one query", async () => {
    const { queries, adapter } = opened()
    const { id } = await adapter.createUser(user("counted@app.test"))
    await adapter.createSession({ sessionToken: "counted", userId: id, expires: new Date("2031-01-01") })
    const record = { kind: "password", id, userId: id, data: "{}", expires: null } as const
    await adapter.createAccountRecord(record)
    queries.length = 0
    expect(await adapter.getSessionAndUser("counted")).toMatchObject({
      user: { email: "counted@app.test", plan: "free" },
    })
    expect(await adapter.getSessionAndUser("counted", true)).toMatchObject({ user: { id }, password: record })
    expect(queries.length).toBe(2)
  })
})

describeOn("PostgreSQL", "PrismaAdapter on a client with an extension", () => {
  const extension = { query: { user: { $allOperations: ({ args, query }: Run) => query(args) } } }
  contractOn((prisma) => adapterOn(prisma.$extends(extension) as unknown as PrismaClient)) // it keeps the models
})

interface Run {
  args: object
  query(args: object): Promise<unknown>
}
