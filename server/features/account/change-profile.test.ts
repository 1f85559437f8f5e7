import { describe, expect, test } from "vitest"
import type { SessionStrategyName } from "../../core/config/callbacks.ts"
import { deletionService } from "../../test-kit/deletion-service.ts"
import { ADA } from "../../test-kit/pause-service.ts"

const STRATEGIES: readonly SessionStrategyName[] = ["jwt", "database"]
const FIELDS = { profile: ["name", "image"] } as const
const PICTURE = "https://cdn.test/ada.png"

async function profile(strategy: SessionStrategyName = "database", account: object = FIELDS) {
  const updated: unknown[] = []
  const events = { updateUser: ({ user }: { user: unknown }) => void updated.push(user) }
  const service = await deletionService({ strategy, account, config: { events } })
  const here = await service.enter()
  updated.length = 0 // the sign-in filled the empty name
  const save = (fields: Record<string, string>) => service.change(here, { change: "update-profile", ...fields })
  const shown = async () => ((await (await here.get("/session")).json()) as { user: object }).user // the endpoint's JSON
  return { ...service, here, save, shown, updated }
}

describe.each(STRATEGIES)("a user changes the profile, with the %s strategy", (strategy) => {
  test("and the session, the account and the event have it at once", async () => {
    const { adapter, ada, save, shown, updated, here, time } = await profile(strategy)
    time.now += 11 * 60 * 1000 // a label needs no confirmation
    const response = await save({ name: "  Ada\u0007  Lovelace ", image: PICTURE })
    expect(await response.json()).toMatchObject({
      user: { name: "Ada Lovelace", image: PICTURE },
      profile: { fields: FIELDS.profile },
    })
    expect(await shown()).toEqual({ name: "Ada Lovelace", email: ADA.email, image: PICTURE })
    expect(await adapter.getUser(ada.id)).toMatchObject({ name: "Ada Lovelace", image: PICTURE, email: ADA.email })
    expect(updated).toEqual([expect.objectContaining({ id: ada.id, name: "Ada Lovelace" })])
    await here.post("/account", { csrfToken: await here.csrfToken(), change: "update-profile", image: "" })
    expect(await shown()).toEqual({ name: "Ada Lovelace", email: ADA.email, image: null })
  })

  test("and nothing else: other fields of the form are ignored (threat 499)", async () => {
    const { adapter, ada, here, shown } = await profile(strategy)
    const before = await adapter.getUser(ada.id)
    const body = {
      ...{ csrfToken: await here.csrfToken(), change: "update-profile", name: "Ada", id: "eve", email: "eve@app.test" },
      ...{ emailVerified: null, role: "admin", banned: false, createdAt: 1, password: "x", sessionEpoch: null },
      ...{ user: { email: "eve@app.test" }, constructor: { prototype: { role: "admin" } } },
    }
    const text = JSON.stringify(body).replace("{", '{"__proto__":{"role":"admin"},')
    await here.send("/account", { method: "POST", body: text, headers: { "content-type": "application/json" } })
    expect(await adapter.getUser(ada.id)).toEqual({ ...before, name: "Ada" })
    expect(await shown()).toEqual({ name: "Ada", email: ADA.email, image: null })
    expect(Reflect.get({}, "role")).toBeUndefined()
  })
})

describe("a profile is rejected", () => {
  test.each([
    ["an empty name", { name: "" }],
    ["a name of spaces", { name: " \u200b\u2060 " }],
    ["a name of filler letters and blanks", { name: "\u3164\uffa0\u115f\u2800" }],
    ["a name of joiners", { name: "\u200d\ufe0f" }],
    ["a long name", { name: "a".repeat(101) }],
    ["a very long name", { name: "a".repeat(10_000) }],
    ["no field", {}],
    ["a script as picture", { image: "javascript:alert(1)" }],
    ["data as picture", { image: "data:image/svg+xml,<svg onload=alert(1)>" }],
    ["an http picture", { image: "http://cdn.test/a.png" }],
    ["a picture with a password", { image: "https://a:b@cdn.test/a.png" }],
    ["a picture of this computer", { image: "https://localhost/a.png" }],
    ["a relative picture", { image: "/a.png" }],
    ["a picture with a space", { image: "https://cdn.test/a b.png" }],
    ["a long picture", { image: `https://cdn.test/${"a".repeat(2048)}` }],
  ])("%s (threat 499)", async (_, fields) => {
    const { adapter, ada, save, updated } = await profile()
    const before = await adapter.getUser(ada.id)
    const response = await save(fields as Record<string, string>)
    expect([response.status, await response.json()]).toEqual([400, { error: "ProfileRejected" }])
    expect([await adapter.getUser(ada.id), updated]).toEqual([before, []])
  })

  test("with a field that may not be changed (threat 499)", async () => {
    const { save } = await profile("database", { profile: ["name"] })
    expect((await save({ name: "Ada", image: PICTURE })).status).toBe(400)
    expect((await save({ name: "Ada" })).status).toBe(200)
  })

  test("if `account.profile` is empty", async () => {
    const { save, details, here } = await profile("database", { profile: [] })
    expect((await save({ name: "Ada" })).status).toBe(400)
    expect((await details(here))?.profile).toBeUndefined()
  })
})

test("a name has no invisible marks, and a right-to-left override turns nothing around (threat 499)", async () => {
  const { save, shown } = await profile()
  await save({ name: "Ada\u202eecalevoL\u2066\n\u0000" })
  expect(await shown()).toMatchObject({ name: "Ada ecalevoL" })
  // Without it, each of these would look like another user's name
  for (const mark of [
    "\u3164",
    "\u00ad",
    "\u034f",
    "\u115f\u1160",
    "\u17b4",
    "\u180e",
    "\u2800",
    "\uffa0",
    "\u{e0041}",
    "\u200d\u200d",
    "\ufe0f",
    "\u3164\u200c",
  ]) {
    await save({ name: `Ada${mark}` })
    expect(await shown()).toMatchObject({ name: "Ada" })
  }
})
