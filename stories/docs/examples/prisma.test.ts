import { expect, test } from "vitest"
import { describeOn } from "../../../e2e/databases/describe-on.ts"
import { openPrismaPostgres } from "../../../e2e/apps/prisma/postgres.ts"
import { startPostgres } from "../../../e2e/databases/servers.ts"
import { addMember } from "./database/prisma/add-member.ts"
import { configOn } from "./database/prisma/auth.ts"

describeOn("PostgreSQL", "the documentation's existing model", () => {
  test("has the users, and models whose owners are UUIDs have their rows", async () => {
    const server = await startPostgres()
    const { prisma } = await openPrismaPostgres(server.url)
    const { adapter } = configOn(prisma)
    const verifiedAt = new Date("2030-01-02T03:04:05.678Z")
    const ada = { email: "ada@app.test", emailVerified: verifiedAt, name: "Ada", image: "/ada.png" }
    const { id } = (await adapter?.createUser({ id: "", ...ada })) ?? expect.fail("no user")
    const row = { id, email: ada.email, verifiedAt, fullName: "Ada", avatarUrl: "/ada.png" }
    expect(await prisma.user.findMany()).toEqual([{ ...row, plan: "free", sessionEpoch: null }])
    await adapter?.createSession({ sessionToken: "a", userId: id, expires: verifiedAt })
    expect((await adapter?.getSessionAndUser("a"))?.user).toMatchObject({ ...ada, id, plan: "free" })
    expect([await adapter?.getUser("ada"), await adapter?.getUser(id.toUpperCase())]).toEqual([null, null])

    const member = await addMember(prisma, "grace@app.test", "red")
    expect(await prisma.membership.findMany()).toEqual([{ userId: member, team: "red" }])
    await expect(addMember(prisma, "grace@app.test", "blue")).rejects.toMatchObject({ name: "AdapterConflict" })
    await prisma.$disconnect()
    await server.stop()
  })
})
