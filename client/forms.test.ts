import { expect, test } from "vitest"

import { parseSignInForm, parseSignOutForm } from "./forms.ts"

function form(...fields: [string, string | Blob][]): FormData {
  const data = new FormData()
  for (const [name, value] of fields) data.append(name, value)
  return data
}

test("turns a browser's form into values, with the provider's fields in options", () => {
  const values = parseSignInForm(
    form(
      ["csrfToken", "t"],
      ["providerId", "credentials"],
      ["redirectTo", "/account"],
      ["password", "p"],
      ["authorizationParams-prompt", "login"],
    ),
  )
  expect(values).toEqual({
    providerId: "credentials",
    redirectTo: "/account",
    options: { redirectTo: "/account", password: "p" },
    authorizationParams: { prompt: "login" },
  })
  expect(values.failed).toBeUndefined()
})

test("turns the URLSearchParams of a router into the same values", () => {
  const fields: [string, string][] = [
    ["providerId", "credentials"],
    ["password", "p"],
  ]
  expect(parseSignInForm(new URLSearchParams(fields))).toEqual(parseSignInForm(form(...fields)))
  expect(parseSignOutForm(new URLSearchParams({ redirectTo: "/" }))).toEqual({ redirectTo: "/" })
})

test.each<[string, unknown, Record<string, string> | undefined]>([
  ["a query", "prompt=login&a=b", { prompt: "login", a: "b" }],
  ["URLSearchParams", new URLSearchParams({ prompt: "login" }), { prompt: "login" }],
  ["a record", { prompt: "login" }, { prompt: "login" }],
  ["nothing", undefined, undefined],
])("accepts %s as authorizationParams", (_, authorizationParams, expected) => {
  const values = parseSignInForm({ providerId: "github", options: { redirectTo: "/x", extra: 1 }, authorizationParams })
  expect(values).toMatchObject({ redirectTo: "/x", options: { redirectTo: "/x", extra: 1 } })
  expect("authorizationParams" in values && values.authorizationParams).toEqual(expected)
})

test.each<[string, Record<string, unknown>, string]>([
  ["a provider that is no text", { providerId: 1 }, "providerId"],
  ["a target that is no text", { redirectTo: {} }, "redirectTo"],
  ["a target inside options that is no text", { options: { redirectTo: [] } }, "redirectTo"],
  ["options that are no object", { options: "x" }, "options"],
  ["params that are a list", { authorizationParams: ["a"] }, "authorizationParams"],
  ["params of numbers", { authorizationParams: { a: 1 } }, "authorizationParams"],
])("reports %s at its own field", (_, input, field) => {
  const { failed, fieldErrors, formErrors } = parseSignInForm(input)
  expect(failed).toBe(true)
  expect(Object.keys(fieldErrors ?? {}).sort()).toEqual(["authorizationParams", "options", "providerId", "redirectTo"])
  const wrong = Object.entries(fieldErrors ?? {}).filter(([, errors]) => errors.length)
  expect(wrong.map(([name]) => name)).toEqual([field])
  expect(formErrors).toEqual([])
})

test("rejects a file where text is expected", () => {
  expect(parseSignInForm(form(["providerId", new Blob(["x"])])).failed).toBe(true)
  expect(parseSignOutForm(form(["redirectTo", new Blob(["x"])]))).toMatchObject({
    failed: true,
    fieldErrors: { redirectTo: [expect.any(String)] },
  })
})

test("accepts a field called __proto__", () => {
  const values = parseSignInForm(form(["__proto__", "x"], ["authorizationParams-__proto__", "y"]))
  expect(values.failed).toBeUndefined()
  expect(Object.getPrototypeOf("options" in values && values.options)).toBe(Object.prototype)
})

test("reads the one field of a sign-out form", () => {
  expect(parseSignOutForm(form(["redirectTo", "/bye"]))).toEqual({ redirectTo: "/bye" })
  expect(parseSignOutForm(form())).toEqual({ redirectTo: undefined })
})
