import { drizzle } from "drizzle-orm/node-postgres"
import { expect, test } from "vitest"
import { describeOn } from "../../../e2e/databases/describe-on.ts"
import { createStatements } from "../../../e2e/databases/drizzle-tables.ts"
import { postgresPool, startPostgres } from "../../../e2e/databases/servers.ts"
import { addMember } from "./database/drizzle/add-member.ts"
import * as authTables from "./database/drizzle/auth-tables.ts"
import { configOn } from "./database/drizzle/auth.ts"
import { memberships, people } from "./database/drizzle/people.ts"

describeOn("PostgreSQL", "the documentation's existing table", () => {
  test("has the users, and tables whose owners are UUIDs have their rows", async () => {
    const server = await startPostgres()
    const pool = postgresPool(server.url)
    const db = drizzle({ client: pool })
    for (const statement of createStatements({ people, memberships, ...authTables })) await pool.query(statement)
    const { adapter } = configOn(db)
    const verifiedAt = new Date("2030-01-02T03:04:05.678Z")
    const ada = { email: "ada@app.test", emailVerified: verifiedAt, name: "Ada", image: "/ada.png" }
    const { id } = (await adapter?.createUser({ id: "", ...ada })) ?? expect.fail("no user")
    const row = { id, email: ada.email, verifiedAt, fullName: "Ada", avatarUrl: "/ada.png" }
    expect(await db.select().from(people)).toEqual([{ ...row, plan: "free", sessionEpoch: null }])
    await adapter?.createSession({ sessionToken: "a", userId: id, expires: verifiedAt })
    expect((await adapter?.getSessionAndUser("a"))?.user).toMatchObject({ ...ada, id, plan: "free" })
    expect([await adapter?.getUser("ada"), await adapter?.getUser(id.toUpperCase())]).toEqual([null, null])

    const member = await addMember(db, "grace@app.test", "red")
    expect(await db.select().from(memberships)).toEqual([{ personId: member, team: "red" }])
    await expect(addMember(db, "grace@app.test", "blue")).rejects.toMatchObject({ name: "AdapterConflict" })
    await pool.end()
    await server.stop()
  })
})
