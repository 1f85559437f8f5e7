import { expect, test } from "vitest"
import type { Adapter } from "../../adapters/contract.ts"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { authjs } from "../../migrate/authjs/index.ts"
import { errorParam, oauthService, signedInName } from "../../test-kit/oauth-service.ts"

const picture = "https://app.test/ada.png"
const ada = { sub: "ada", name: "Ada", email: "ada@app.test", email_verified: true, picture }

/**
 * Creates an adapter without transactions whose process dies, or whose database fails, between creating a user and
 * linking the account.
 */
function failingAdapter(more: Partial<Adapter> = {}) {
  const { transaction: _, deleteUser: __, ...memory } = MemoryAdapter()
  const broken: Adapter = { ...memory, linkAccount: () => Promise.reject(new Error("gone")), ...more }
  return { memory, broken }
}

test("a retry with the same account finishes an interrupted first sign-in, even without `deleteUser`", async () => {
  const { memory, broken } = failingAdapter()
  const died = await oauthService({ adapter: broken })
  expect(errorParam(await died.enter(died.browser(), ada))).toBe("Configuration")
  expect((await memory.getUserByEmail("ada@app.test"))?.image).toContain("#lk-")
  const told: string[] = []
  const events = { createUser: () => void told.push("createUser"), linkAccount: () => void told.push("linkAccount") }
  const service = await oauthService({ adapter: memory, events })
  const browser = service.browser()
  expect(errorParam(await service.enter(browser, ada))).toBeNull()
  expect(await signedInName(browser)).toBe("ada@app.test")
  expect((await memory.getUserByEmail("ada@app.test"))?.image).toBe(picture)
  expect(told).toEqual(["createUser", "linkAccount"])
})

test("another account can't finish an interrupted first sign-in", async () => {
  const { memory, broken } = failingAdapter()
  const died = await oauthService({ adapter: broken })
  await died.enter(died.browser(), ada)
  const service = await oauthService({ adapter: memory })
  const stranger = service.browser()
  expect(errorParam(await service.enter(stranger, { ...ada, sub: "eve" }))).toBe("OAuthAccountNotLinked")
  expect(await signedInName(stranger)).toBeNull()
})

test("removes the mark at the next sign-in, if the last one was interrupted before that", async () => {
  const { memory } = failingAdapter()
  const first = await oauthService({ adapter: { ...memory, updateUser: () => Promise.reject(new Error("gone")) } })
  expect(errorParam(await first.enter(first.browser(), ada))).toBe("Configuration")
  const service = await oauthService({ adapter: memory })
  expect(errorParam(await service.enter(service.browser(), ada))).toBeNull()
  expect((await memory.getUserByEmail("ada@app.test"))?.image).toBe(picture)
})

test.each([
  ["are stored with the preset, as in Auth.js", authjs(), "admin"],
  ["aren't stored without the preset", {}, undefined],
])("extra fields of `profile` %s", async (_, preset, role) => {
  const adapter = MemoryAdapter()
  const profile = ({ sub, email }: { sub?: string | null; email?: string | null }) => ({
    ...{ id: sub ?? "", email: email ?? null, role: "admin" },
    ...{ emailVerified: true, sessionEpoch: new Date(0) },
  })
  const service = await oauthService({ ...preset, adapter }, { profile })
  expect(errorParam(await service.enter(service.browser(), ada))).toBeNull()
  const user = await adapter.getUserByEmail("ada@app.test")
  expect(Reflect.get(user ?? {}, "role")).toBe(role)
  expect([user?.emailVerified, user?.sessionEpoch]).toEqual([null, undefined])
})
