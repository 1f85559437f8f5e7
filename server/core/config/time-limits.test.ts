import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { ACME, errorParam, oauthService } from "../../test-kit/oauth-service.ts"
import { ADA, passwordService } from "../../test-kit/password-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import type { AuthError } from "../../errors.ts"
import type { AuthConfig } from "../../service/config.ts"

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

test.each([
  ["`token.request`", { token: { url: "https://issuer.test/token", request: never } }],
  ["`userinfo.request`", { profileSource: "userinfo", userinfo: { request: never } }],
  ["`transformResponse`", { token: { url: "https://issuer.test/token", transformResponse: never } }],
] as const)("a sign-in ends with an error if the provider's %s never does", async (name, own) => {
  const { browser, enter, logged } = await oauthService({ providers: [{ ...ACME, ...own }] })
  expect(errorParam(await soon(enter(browser(), { sub: "ada" })))).not.toBeNull()
  expect(logged()).toContain(`${name} took longer than 30 seconds`)
})

/** Functions of the app that a sign-in or a read of the session waits for, and the name that the log has. */
const CALLED: readonly [name: string, config: Partial<AuthConfig>, signsIn: boolean][] = [
  ["`callbacks.jwt`", { callbacks: { jwt: never } }, false],
  ["`callbacks.lifetime`", { callbacks: { lifetime: never } }, false],
  ["`callbacks.session`", { callbacks: { session: never } }, true],
  ["`jwt.encode`", { jwt: { encode: never } }, false],
  ["`events.signIn`", { events: { signIn: never } }, true],
  ["`consume` of the limiter", { rateLimit: { store: () => ({ consume: never }) } }, true],
  ["`reward` of the limiter", { rateLimit: { store: () => ({ consume: async () => true, reward: never }) } }, true],
]

test.each(CALLED)("a request doesn't wait for %s forever (threat 645)", async (name, config, signsIn) => {
  const logged: string[] = []
  const log = (error: unknown) => void logged.push(String(error), String((error as AuthError).cause?.err))
  const service = passwordService({
    ...config,
    logger: { error: log, warn: () => undefined, debug: (text) => void logged.push(text) },
  })
  const ada = cookieClient(service)
  const response = await soon(ada.signInWith("credentials", ADA))
  expect(response.headers.get("location") === "https://app.test/").toBe(signsIn)
  await soon(ada.get("/session"))
  expect(logged.join("\n")).toMatch(new RegExp(`${name} took longer than (3|30) seconds`))
})

test("a request waits once for a rate-limit store that hangs, whatever it counts", async () => {
  const consume = vi.fn(never)
  const error = vi.fn()
  const service = passwordService({
    rateLimit: { store: () => ({ consume }) },
    logger: { error, warn: () => undefined },
  })
  for (const request of [1, 2]) {
    await soon(cookieClient(service).signInWith("credentials", { ...ADA, password: "wrong" }))
    expect(consume).toHaveBeenCalledTimes(request)
    expect(error.mock.calls.filter(([logged]) => String(logged).includes("The rate limiter failed"))).toHaveLength(
      request,
    )
  }
})
