import { describe, expect, test, vi } from "vitest"
import type { AuthConfig } from "../../service/config.ts"
import { authjs } from "../../migrate/authjs/index.ts"
import {
  errorParam,
  oauthService,
  signedInName,
  type Browser,
  type OAuthService,
} from "../../test-kit/oauth-service.ts"

const ada = { sub: "ada", email: "ada@app.test", email_verified: true }
const eve = { sub: "eve", email: "eve@evil.test", email_verified: true }

/** Starts a sign-in, and returns the authorization request and the response to it. */
async function startSignIn({ issuer }: OAuthService, browser: Browser, person: Record<string, unknown>) {
  const answer = await browser.post("/signin/acme", { csrfToken: await browser.csrfToken(), callbackUrl: "/in" })
  const url = new URL(answer.headers.get("location") ?? "")
  const parameters = issuer.authorize(url.href, person)
  return { url, parameters, code: parameters.get("code") ?? "" }
}

describe('`checks: ["none"]` under the Auth.js preset', () => {
  const preset = (config: Partial<AuthConfig> = {}) => oauthService({ ...authjs(), ...config }, { checks: ["none"] })

  test("sends no state, and accepts a response without one", async () => {
    const service = await preset()
    const browser = service.browser()
    const { url, code } = await startSignIn(service, browser, ada)
    for (const name of ["state", "nonce", "code_challenge"]) expect(url.searchParams.has(name)).toBe(false)
    const answer = await browser.get(`/callback/acme?code=${code}`)
    expect(answer.headers.get("location")).toBe("https://app.test/in")
    expect(await signedInName(browser)).toBe("ada@app.test")
    expect([...browser.jar.keys()].filter((name) => name.includes(".state."))).toEqual([])
  })

  test("resumes the newest sign-in of the browser", async () => {
    const time = { now: Date.now() }
    const service = await preset({ clock: () => time.now })
    const browser = service.browser()
    const { code } = await startSignIn(service, browser, ada)
    time.now += 5000
    await browser.post("/signin/acme", { csrfToken: await browser.csrfToken(), callbackUrl: "/newest" })
    const finished = await browser.get(`/callback/acme?code=${code}`)
    expect(finished.headers.get("location")).toBe("https://app.test/newest")
  })

  test("accepts a sign-in that the provider starts, once, and only if the user isn't signed in", async () => {
    const service = await preset()
    const { code } = await startSignIn(service, service.browser(), eve)
    const victim = service.browser()
    await service.enter(victim, ada)
    expect(errorParam(await victim.get(`/callback/acme?code=${code}`))).toBe("OAuthCallbackError")
    expect(await signedInName(victim)).toBe("ada@app.test")
    const user = await service.adapter.getUserByEmail("ada@app.test")
    expect(await service.adapter.listAccounts(user?.id ?? "")).toHaveLength(1)
    const browser = service.browser()
    const answer = await browser.get(`/callback/acme?code=${code}`)
    expect(new URL(answer.headers.get("location") ?? "").origin).toBe("https://app.test")
    expect(await signedInName(browser)).toBe("eve@evil.test")
    expect(errorParam(await service.browser().get(`/callback/acme?code=${code}`))).toBe("OAuthCallbackError")
  })

  test("warns when the configuration is read", async () => {
    const warn = vi.fn()
    await preset({ logger: { warn } })
    expect(warn).toHaveBeenCalledWith("checks-none")
  })
})

test.each([["none"], ["pkce"]] as const)("requires the state for `checks: [%j]` without the preset", async (check) => {
  const warn = vi.fn()
  const service = await oauthService({ logger: { warn, error: () => undefined } }, { checks: [check] })
  const browser = service.browser()
  const { url, code, parameters } = await startSignIn(service, browser, ada)
  expect(url.searchParams.has("state")).toBe(true)
  expect(errorParam(await browser.get(`/callback/acme?code=${code}`))).toBe("OAuthCallbackError")
  await browser.get(`/callback/acme?${parameters}`)
  expect(await signedInName(browser)).toBe("ada@app.test")
  expect(warn).not.toHaveBeenCalledWith("checks-none")
})

test("requires the state for every other value of `checks` under the preset", async () => {
  const service = await oauthService(authjs(), { checks: ["pkce"] })
  const browser = service.browser()
  const { code } = await startSignIn(service, browser, ada)
  expect(errorParam(await browser.get(`/callback/acme?code=${code}`))).toBe("OAuthCallbackError")
})
