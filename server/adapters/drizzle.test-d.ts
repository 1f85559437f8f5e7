import type { NodePgDatabase } from "drizzle-orm/node-postgres"
import { pgTable, text, timestamp } from "drizzle-orm/pg-core"
import { test } from "vitest"
import { currentTransaction, DrizzleAdapter, type DrizzleTables } from "./drizzle.ts"

declare const db: NodePgDatabase
declare const tables: DrizzleTables
const people = pgTable("people", { id: text(), email: text(), verifiedAt: timestamp(), role: text() })

test("columns and fields are names of the users' table", () => {
  const columns = { emailVerified: "verifiedAt" } as const
  DrizzleAdapter(db, { ...tables, users: people })
  DrizzleAdapter(db, { ...tables, users: { table: people, columns, fields: ["role"] } })
  // @ts-expect-error -- the table has no such column
  DrizzleAdapter(db, { ...tables, users: { table: people, columns: { image: "avatar" } } })
  // @ts-expect-error -- the table has no such column
  DrizzleAdapter(db, { ...tables, users: { table: people, fields: ["company"] } })
  // @ts-expect-error -- it isn't a database
  DrizzleAdapter({}, tables)
})

test("an app's transaction is a database too", async () => {
  await db.transaction(async (tx) => DrizzleAdapter(tx, tables).getUser("ada"))
  await currentTransaction(db).select().from(people)
})
