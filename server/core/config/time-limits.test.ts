import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { ACME, errorParam, oauthService } from "../../test-kit/oauth-service.ts"
import { ADA, passwordService } from "../../test-kit/password-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }))
afterEach(() => {
  vi.useRealTimers()
  never.mockClear()
})

/** Waits for a response. Time passes slowly before `never` is called, so that nothing else reaches its limit. */
async function soon(pending: Promise<Response>): Promise<Response> {
  const state: { response?: Response } = {}
  void pending.then((response) => (state.response = response))
  while (!state.response) {
    await vi.advanceTimersByTimeAsync(never.mock.calls.length > 0 ? 1000 : 1)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return state.response
}

const never = vi.fn(() => new Promise<never>(() => undefined))

test.each(["profile", "onCallback"])("a sign-in ends with an error if the provider's `%s` never does", async (name) => {
  const { browser, enter, logged } = await oauthService({ providers: [{ ...ACME, [name]: never }] })
  const response = await soon(enter(browser(), { sub: "ada" }))
  expect(errorParam(response)).toBe("Configuration") // the app is at fault
  expect(logged()).toContain(`\`${name}\` took longer than 30 seconds`)
})

test("a sign-in ends with an error if `rateLimit.address` never does", async () => {
  const error = vi.fn()
  const service = passwordService({ rateLimit: { address: never }, logger: { error } })
  const ada = cookieClient(service)
  const response = await soon(ada.signInWith("credentials", ADA))
  expect(response.headers.get("location")).toContain("error=")
  expect(String(error.mock.calls[0]?.[0])).toContain("`rateLimit.address` took longer than 10 seconds")
})
