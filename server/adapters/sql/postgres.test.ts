import { EventEmitter } from "node:events"
import { Kysely } from "kysely"
import { expect, test } from "vitest"
import { isBusy } from "../core/errors.ts"
import { postgresDialect } from "./postgres.ts"

interface Tables {
  auth_users: { id: string }
}

/** A pool behind a pooler that loses each prepared statement. A failed statement ends its transaction. */
function poolWithoutStatements() {
  const sent: string[] = []
  const state = { failed: false }
  const client = {
    release: () => undefined,
    async query({ name, text = "" }: { name?: string; text?: string }) {
      sent.push(`${name === undefined ? "" : "prepared "}${text.split(" ")[0]}`)
      if (text === "rollback") state.failed = false
      if (state.failed) throw Object.assign(new Error("current transaction is aborted"), { code: "25P02" })
      if (name === undefined) return { command: "SELECT", rowCount: 0, rows: [] }
      state.failed = sent.includes("begin")
      throw Object.assign(new Error("prepared statement does not exist"), { code: "26000" })
    },
  }
  const dialect = postgresDialect({ connect: async () => client, end: async () => undefined })
  return { db: new Kysely<Tables>({ dialect }), sent }
}

const read = (db: Kysely<Tables>) => db.selectFrom("auth_users").selectAll().where("id", "=", "ada").execute()

test("behind a pooler that loses prepared statements, the first one runs again, and no other is prepared", async () => {
  const { db, sent } = poolWithoutStatements()
  expect([await read(db), await read(db)]).toEqual([[], []])
  expect(sent).toEqual(["prepared select", "select", "select"])
})

test("a transaction that such a pooler ends may run again", async () => {
  const { db, sent } = poolWithoutStatements()
  const first = await db
    .transaction()
    .execute(read)
    .catch((error: unknown) => error)
  expect([isBusy(first), await db.transaction().execute(read)]).toEqual([true, []])
  expect(sent).toEqual(["begin", "prepared select", "select", "rollback", "begin", "select", "commit"])
})

test("a connection that is lost in a transaction doesn't end the process", async () => {
  const query = async () => ({ command: "SELECT", rowCount: 0, rows: [] })
  const client = Object.assign(new EventEmitter(), { query, release: () => undefined })
  const dialect = postgresDialect({ connect: async () => client, end: async () => undefined })
  const lost = new Error("Connection terminated unexpectedly")
  await new Kysely<Tables>({ dialect }).transaction().execute(async () => client.emit("error", lost))
  expect(client.listenerCount("error")).toBe(1)
})
