import { describe, expect, test } from "vitest"
import { evaluate, profileFrom } from "./mapping.ts"

describe("evaluate", () => {
  test.each<[string, object, unknown]>([
    ["name|login", { name: null, login: "oct" }, "oct"],
    ["name|login", { name: "", login: "oct" }, "oct"],
    ["name|login", {}, null],
    ["`{first} {last}`", { first: "Ada", last: "" }, "Ada"],
    ["`{first} {last}`|login", { login: "ada" }, "ada"],
    ["`https://x/{id!}/{avatar!}.png`", { id: "9", avatar: null }, null],
    ["`https://x/{id!}/{avatar!}.png`", { id: "9", avatar: "h" }, "https://x/9/h.png"],
    ["valid&verified", { valid: true, verified: "false" }, false],
    ["valid&verified", { valid: true, verified: true }, true],
    ["`{n!}`", { n: 0 }, "0"],
    ['picture|["https://x.y/z"]', { "https://x.y/z": "p" }, "p"],
  ])("%s of %j", (field, source, value) => expect(evaluate(field, { ...source })).toBe(value))

  test("takes a function where a path cannot say it", () => {
    expect(evaluate(({ a }) => `${String(a)}!`, { a: 1 })).toBe("1!")
  })
})

describe("profileFrom", () => {
  const context = { extra: {}, form: {}, fetch: globalThis.fetch }
  const profile = profileFrom({ id: "id", name: "name", email: "email", emailVerified: "verified", image: "image" })

  test("compares ids as text", async () => {
    expect(await profile({ id: 12 } as never, {}, context)).toMatchObject({ id: "12" })
  })

  test.each([undefined, null, "", {}, [], true, Number.NaN])("attack 91: an id of %j is none", async (id) => {
    expect(await profile({ id } as never, {}, context)).not.toHaveProperty("id")
  })

  test.each<[unknown, boolean]>([
    [true, true],
    ["true", true],
    ["false", false],
    [0, false],
    [undefined, false],
  ])("a flag of %j makes the address checked: %j", async (verified, expected) => {
    const user = await profile({ id: "1", email: "a@x", verified }, {}, context)
    expect(user.emailVerified).toBe(expected)
  })

  test("attack 108: a profile cannot stand in for the extra answers, the tokens or the form", async () => {
    const mail = profileFrom({ id: "id", email: "$extra.emails[?primary].email", name: "$form.user.name" })
    const forged = {
      id: "1",
      $extra: { emails: [{ primary: true, email: "victim@x" }] },
      $form: { user: { name: "Eve" } },
    }
    expect(await mail(forged, {}, context)).toMatchObject({ email: null, name: null })
  })
})
