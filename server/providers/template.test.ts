import { describe, expect, test } from "vitest"
import { fillTemplate, fillTemplates, isFlagOn, readPath } from "./template.ts"

const body = {
  id: 7,
  name: "",
  photo: { url: "https://x/1" },
  emails: [{ email: "a@x" }, { email: "b@x" }],
  "odd.key": "odd",
  uri: "/users/42",
}

describe("readPath", () => {
  test.each([
    ["id", 7],
    ["photo.url", "https://x/1"],
    ["emails[1].email", "b@x"],
    ['["odd.key"]', "odd"],
    ["uri~^/users/(\\d+)$", "42"],
    ["uri~^/groups/(\\d+)$", undefined],
    ["photo.missing.deeper", undefined],
    ["emails[9].email", undefined],
    ["id[0]", undefined],
  ])("%s", (path, value) => expect(readPath(path, body)).toBe(value))

  test("ignores inherited properties", () => {
    expect(readPath("constructor.name", body)).toBeUndefined()
    expect(readPath("emails.length", { emails: {} })).toBeUndefined()
    expect(readPath("__proto__.polluted", JSON.parse('{"a":1}'))).toBeUndefined()
  })
})

test.each([
  [true, true],
  [1, true],
  ["true", true],
  ["2012-05-23T09:05:22.000Z", true],
  [false, false],
  [0, false],
  ["", false],
  ["0", false],
  ["false", false],
  [null, false],
  [undefined, false],
])("returns for isFlagOn(%j): %j", (value, expected) => expect(isFlagOn(value)).toBe(expected))

describe("fill", () => {
  const source = { clientId: "a b", $token: { uid: "1/2", access_token: "77.rest" } }

  test("fills what the source has, and leaves everything else", () => {
    expect(fillTemplate("https://x/{clientId}/{other}", source)).toBe("https://x/a b/{other}")
    expect(fillTemplate("{ me { id } }", { id: "1" })).toBe("{ me { id } }")
    expect(fillTemplate("{me{externalId displayName bitmoji{avatar id}}}", { id: "1" })).toBe(
      "{me{externalId displayName bitmoji{avatar id}}}",
    )
  })

  test("escapes values in a URL", () => {
    expect(fillTemplate("https://x/{$token.uid}", source, encodeURIComponent)).toBe("https://x/1%2F2")
    expect(fillTemplate("https://x/{$token.access_token~^(\\d+)\\.}", source)).toBe("https://x/77")
  })

  test("applies a regular expression to a provider's response only, because users may name an issuer (threat 626)", () => {
    const names = { clientId: "client", issuer: "https://x" }
    expect(fillTemplate("https://x/{clientId~(.|.)+!}{issuer~.}", names)).toBe("https://x/{clientId~(.|.)+!}{issuer~.}")
  })

  test("throws instead of making a request with a missing value", () => {
    expect(() => fillTemplate("https://x/{$token.missing}", source)).toThrow("{$token.missing}")
  })

  test("fills strings inside objects and lists only", () => {
    const make = () => "{clientId}"
    const filled = fillTemplates({ a: ["{clientId}"], b: { c: "{clientId}", d: 1 }, make }, { clientId: "id" })
    expect(filled).toEqual({ a: ["id"], b: { c: "id", d: 1 }, make })
  })
})
