import { expect, test, vi } from "vitest"
import type { JWT } from "../crypto/jwt-types.ts"
import { ADA, passwordService } from "../../test-kit/password-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"

/** A `jwt` callback that refreshes an expired provider token. The provider rejects a refresh token's second use. */
function rotatingJwt(expires: () => boolean) {
  const provider = { valid: "refresh-1", count: 1 }
  return ({ token }: { token: JWT }): JWT => {
    if (!expires()) return { ...token, refresh: provider.valid }
    if (token["refresh"] !== provider.valid) return { ...token, error: "invalid_grant" }
    provider.valid = `refresh-${++provider.count}`
    return { ...token, refresh: provider.valid }
  }
}

async function createSignedIn() {
  const warn = vi.fn()
  const state = { isExpired: false }
  const auth = passwordService({
    logger: { warn, error: vi.fn(), debug: vi.fn() },
    callbacks: {
      jwt: rotatingJwt(() => state.isExpired),
      session: ({ session, token }) => ({ ...session, error: token["error"] }),
    },
  })
  const browser = cookieClient(auth)
  await browser.signInWith("credentials", ADA)
  const request = () => ({ headers: { cookie: browser.cookieHeader() } })
  const lost = () => warn.mock.calls.filter(([code]) => code === "jwt-change-lost").length
  return { auth, browser, state, request, lost }
}

test("server code that sends no cookies warns once that a change of the token is lost", async () => {
  const { auth, state, request, lost } = await createSignedIn()
  await auth.getSession(request())
  expect(lost()).toBe(0)
  state.isExpired = true
  expect(await auth.getSession(request())).toMatchObject({ user: { name: "Ada" } })
  expect(await auth.getSession(request())).toMatchObject({ error: "invalid_grant" })
  await auth.require(request(), { within: 3600 })
  expect(lost()).toBe(1)
})

test("a response that sends the cookies keeps the rotated token, without a warning", async () => {
  const { auth, browser, state, request, lost } = await createSignedIn()
  state.isExpired = true
  for (let turn = 0; turn < 3; turn++) expect(await (await browser.get("/session")).json()).not.toHaveProperty("error")
  expect((await auth.refreshSession(request())).cookies).not.toEqual([])
  expect(lost()).toBe(0)
})
