import { describe, expect, test } from "vitest"
import { valueAt, findIn, isDate, isTrueOrText, joinText } from "./fields.ts"
import { toProfile } from "./mapping.ts"

const context = { extra: {}, form: {}, fetch: globalThis.fetch }

describe("profileFrom", () => {
  const profile = toProfile({ id: "id", name: "name", email: "email", emailVerified: "verified", image: "image" })

  test("compares ids as strings", async () => {
    expect(await profile({ id: 12 } as never, {}, context)).toMatchObject({ id: "12" })
  })

  test.each([undefined, null, "", {}, [], true, Number.NaN])("rejects an id of %j (threat 91)", async (id) => {
    expect(await profile({ id } as never, {}, context)).not.toHaveProperty("id")
  })

  test("reads with paths, and with functions if a path isn't enough", async () => {
    const user = await toProfile(
      {
        id: "user.id",
        name: ({ full_name, login }) => full_name || login,
        email: "$extra.emails[0].email",
        emailVerified: (_, { extra }) => valueAt(extra, "emails[0].verified"),
        image: ({ picture }, { options }) => `${options["issuer"]}${picture}`,
      },
      { issuer: "https://id.example" },
    )(
      { user: { id: 7 }, full_name: "", login: "ada", picture: "/ada.png" } as never,
      {},
      { ...context, extra: { emails: [{ email: "ada@example.com", verified: true }] } },
    )
    expect(user).toEqual({
      id: "7",
      name: "ada",
      email: "ada@example.com",
      image: "https://id.example/ada.png",
      emailVerified: true,
    })
  })

  test("never reads the extra responses, the tokens or the form from a profile (threat 108)", async () => {
    const mail = toProfile({
      id: "id",
      email: "$extra.emails[0].email",
      name: "$form.user.name",
      image: (_, { form }) => form["image"],
    })
    const forged = {
      id: "1",
      $extra: { emails: [{ primary: true, email: "victim@x" }] },
      $form: { user: { name: "Eve" }, image: "https://evil.test/x.png" },
    }
    expect(await mail(forged, {}, context)).toMatchObject({ email: null, name: null, image: null })
  })
})

describe("the functions for mappings", () => {
  test("valueAt reads inside a value of unknown shape", () => {
    expect(valueAt({ a: [{ b: 1 }] }, "a[0].b")).toBe(1)
    for (const value of [undefined, null, "text", 5, []]) expect(valueAt(value, "a.b")).toBeUndefined()
  })

  test("joinText skips values that aren't strings or numbers", () => {
    expect(joinText("Ada", "", null, undefined, " Lovelace ")).toBe("Ada Lovelace")
    expect(joinText(undefined, {}, false)).toBe("")
  })

  test("findIn finds an object, and doesn't throw for other shapes", () => {
    const list = [null, "x", { primary: false }, { primary: true, email: "a@x" }]
    expect(findIn(list, ({ primary }) => primary === true)?.["email"]).toBe("a@x")
    for (const value of [undefined, {}, "x", [null]]) expect(findIn(value, () => true)).toBeUndefined()
  })

  test.each([
    [true, true],
    ["true", true],
    ["True", false],
    [1, false],
    ["yes", false],
    [undefined, false],
  ])("isTrueOrText(%j) is %j", (value, expected) => expect(isTrueOrText(value)).toBe(expected))

  test.each([
    ["2012-05-23T09:05:22.000Z", true],
    ["2012-05-23 09:05:22", true],
    ["never", false],
    ["1", false],
    ["2012-99-99", false],
    [true, false],
    [1337763922, false],
    [null, false],
  ])("isDate(%j) is %j", (value, expected) => expect(isDate(value)).toBe(expected))
})
