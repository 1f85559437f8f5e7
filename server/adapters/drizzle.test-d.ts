import type { NodePgDatabase } from "drizzle-orm/node-postgres"
import { pgTable, text, timestamp } from "drizzle-orm/pg-core"
import { expectTypeOf, test } from "vitest"
import { createAuth } from "../index.ts"
import type { NewUser } from "./contract.ts"
import { currentTransaction, DrizzleAdapter, type DrizzleTables } from "./drizzle.ts"

declare const db: NodePgDatabase
declare const tables: DrizzleTables
const people = pgTable("people", {
  id: text(),
  email: text(),
  verifiedAt: timestamp(),
  role: text(),
  secret: text(),
  plan: text({ enum: ["free", "paid"] })
    .notNull()
    .default("free"),
})

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

test("the app's columns have the table's types when read, and are optional in a new user", async () => {
  const columns = { emailVerified: "verifiedAt" } as const
  const adapter = DrizzleAdapter(db, { ...tables, users: { table: people, columns, fields: ["plan", "role"] } })
  await adapter.createUser({ id: "", email: "ada@app.test", emailVerified: null })
  const user = await adapter.updateUser({ id: "ada", plan: "paid" })
  expectTypeOf(user.plan).toEqualTypeOf<"free" | "paid">()
  expectTypeOf(user.role).toEqualTypeOf<string | null>()
  // @ts-expect-error -- another column isn't read
  void user.secret
  createAuth({
    adapter: () => adapter,
    providers: [],
    callbacks: {
      signIn: ({ user: { plan } }) => plan === undefined || plan === "paid",
      impersonate: ({ actor }) => actor.plan === "paid",
      session({ session, user: stored }) {
        expectTypeOf(stored.plan).toEqualTypeOf<"free" | "paid">()
        return { ...session, plan: stored.plan }
      },
    },
    events: { updateUser: ({ user: updated }) => void updated.plan.length },
  })
  const overridden = {
    ...adapter,
    createUser(created: NewUser<typeof user>) {
      expectTypeOf(created.plan).toEqualTypeOf<"free" | "paid" | undefined>()
      return adapter.createUser({ ...created, plan: created.plan ?? "free" })
    },
  }
  createAuth({
    adapter: overridden,
    providers: [],
    callbacks: { session: ({ session, user: stored }) => ({ ...session, plan: stored.plan.length }) },
  })
  expectTypeOf((await DrizzleAdapter(db, tables).getUser(""))?.email).toEqualTypeOf<string | undefined>()
})
