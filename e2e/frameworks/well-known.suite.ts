// The addresses outside of the base path, where browsers and password managers look
import { expect, test } from "./harbour.ts"
import { ask } from "./wire.ts"

const SHOP = "https://shop.example"

test("serves the addresses that browsers and password managers look for", async ({ open, framework }) => {
  const { origin } = await open({ ACCOUNTS: "yes", RELATED_ORIGIN: SHOP })
  const at = (name: string) => ask(origin, `/.well-known/${name}`)

  const changePassword = await at("change-password")
  expect(changePassword.status).toBe(303)
  expect(changePassword.headers["location"]).toBe(`${origin}${framework.base}/change-password`)

  const endpoints = await at("passkey-endpoints")
  const account = `${origin}${framework.base}/account`
  expect(endpoints.status).toBe(200)
  expect(endpoints.headers["content-type"]).toMatch(/^application\/json/)
  expect(JSON.parse(endpoints.text)).toEqual({ enroll: account, manage: account })

  const related = await at("webauthn")
  expect(related.status).toBe(200)
  expect(related.headers["content-type"]).toMatch(/^application\/json/)
  expect(JSON.parse(related.text)).toEqual({ origins: [SHOP] })
})

test("doesn't serve an address whose feature is off, or any other one", async ({ harbour }) => {
  for (const name of ["change-password", "webauthn", "openid-configuration"]) {
    const { status, cookies } = await ask(harbour.origin, `/.well-known/${name}`)
    expect([name, status, cookies]).toEqual([name, 404, []])
  }
})
