import { expectTypeOf, test } from "vitest"
import type { PrismaClient } from "../../stories/docs/examples/database/prisma/generated/client.ts"
import { createAuth } from "../index.ts"
import { PrismaAdapter } from "./prisma.ts"

declare const prisma: PrismaClient
const columns = { emailVerified: "verifiedAt", name: "fullName" } as const

test("models and fields are names of the schema", () => {
  PrismaAdapter(prisma, { user: "user", account: "membership" })
  // @ts-expect-error -- the client has no such model
  PrismaAdapter(prisma, { user: "people" })
  // @ts-expect-error -- the model has no such field
  PrismaAdapter(prisma, { user: { model: "user", fields: ["company"] } })
  // @ts-expect-error -- another model has this field
  PrismaAdapter(prisma, { user: { model: "user", columns: { image: "team" } } })
})

test("the app's fields have the model's types when read, and are optional in a new user", async () => {
  const adapter = PrismaAdapter(prisma, { user: { model: "user", columns, fields: ["plan", "avatarUrl"] } })
  await adapter.createUser({ id: "", email: "ada@app.test", emailVerified: null })
  const user = await adapter.updateUser({ id: "ada", plan: "paid" })
  expectTypeOf(user.plan).toEqualTypeOf<"free" | "paid">()
  expectTypeOf(user.avatarUrl).toEqualTypeOf<string | null>()
  // @ts-expect-error -- another field isn't read
  void user.fullName
  createAuth({
    adapter,
    providers: [],
    callbacks: { session: ({ session, user: stored }) => ({ ...session, plan: stored.plan.length }) },
  })
  expectTypeOf((await PrismaAdapter(prisma).getUser(""))?.email).toEqualTypeOf<string | undefined>()
})
