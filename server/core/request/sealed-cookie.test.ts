import * as v from "valibot"
import { beforeEach, expect, test } from "vitest"
import { createSettings } from "../../service/features.ts"
import type { SetCookie } from "../cookies/options.ts"
import { passwordConfig } from "../../test-kit/password-service.ts"
import { createRequestContext } from "./auth-request.ts"
import { sealedCookie } from "./sealed-cookie.ts"

const NOW = Date.UTC(2026, 0, 1)
const MAX_AGE = 300
const clock = { now: NOW }
const settings = createSettings(passwordConfig({ clock: () => clock.now }), { env: {} })

beforeEach(() => {
  clock.now = NOW
})

const email = v.object({ email: v.string() })
const prefill = sealedCookie({ name: "latchkit.typed", maxAge: MAX_AGE, schema: email })

function requestWith(cookies: readonly Pick<SetCookie, "name" | "value">[], origin = "http://localhost:3000") {
  const headers = new Headers({ cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; ") })
  return createRequestContext(settings, headers, { requestUrl: new URL(`${origin}/auth/signin`) })
}

test("returns the value that was written", async () => {
  const cookie = await prefill.write(requestWith([]), { email: "ada@example.com" })
  expect(cookie.options).toMatchObject({ httpOnly: true, maxAge: MAX_AGE, path: "/", sameSite: "lax" })
  expect(cookie.value).not.toContain("example")
  expect(await prefill.read(requestWith([cookie]))).toEqual({ email: "ada@example.com" })
})

test("returns nothing if the value has expired", async () => {
  const cookie = await prefill.write(requestWith([]), { email: "ada@example.com" })
  clock.now += (MAX_AGE + 60) * 1000
  expect(await prefill.read(requestWith([cookie]))).toBeUndefined()
})

test("returns nothing at another site with the same secret", async () => {
  const cookie = await prefill.write(requestWith([]), { email: "ada@example.com" })
  expect(await prefill.read(requestWith([cookie], "http://localhost:4000"))).toBeUndefined()
})

test("returns nothing if the value was changed, or was sealed for another purpose", async () => {
  const other = sealedCookie({ name: "latchkit.leaving", maxAge: MAX_AGE, schema: email })
  const { name } = await prefill.write(requestWith([]), { email: "ada@example.com" })
  const { value } = await other.write(requestWith([]), { email: "ada@example.com" })
  for (const forged of [value, "", "x", `${value.slice(0, -4)}AAAA`])
    expect(await prefill.read(requestWith([{ name, value: forged }]))).toBeUndefined()
})

test("returns nothing if the value has another shape, as after an update of Latchkit", async () => {
  const older = sealedCookie({ name: "latchkit.typed", maxAge: MAX_AGE, schema: v.object({ address: v.string() }) })
  const cookie = await older.write(requestWith([]), { address: "ada@example.com" })
  expect(await older.read(requestWith([cookie]))).toEqual({ address: "ada@example.com" })
  expect(await prefill.read(requestWith([cookie]))).toBeUndefined()
})

test("clears a cookie only if the browser has it", async () => {
  const cookie = await prefill.write(requestWith([]), { email: "ada@example.com" })
  expect(prefill.clear(requestWith([]))).toEqual([])
  expect(prefill.clear(requestWith([cookie]))).toMatchObject([{ name: cookie.name, value: "", options: { maxAge: 0 } }])
})

test("has no key that a response couldn't clear (threat 50)", () => {
  const keyed = ["a b", "\u00c3\u00a9", 'a"b', "", "a".repeat(65), "__proto__", "0a"]
  const found = prefill.keys(requestWith(keyed.map((key) => ({ name: `latchkit.typed.${key}`, value: "1" }))))
  expect(found).toEqual(["__proto__", "0a"])
})
