import { describe, expect, test } from "vitest"
import { createAuth } from "../../service/auth.ts"
import type { AuthConfig } from "../../service/config.ts"
import { authjs, decode, encode } from "../../migrate/authjs/index.ts"
import { StepUpRequired, SessionRequired } from "../../errors.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { pauseService, signedIn, SIGN_IN_METHODS, type Browser } from "../../test-kit/pause-service.ts"
import type { StepUpRequirement } from "../proofs/step-ups.ts"

const STRATEGIES = ["jwt", "database"] as const

interface ServiceOptions extends NonNullable<Parameters<typeof pauseService>[0]> {
  time?: { now: number }
}

async function stepUpService({ time = { now: Date.now() }, config, ...options }: ServiceOptions = {}) {
  const service = await pauseService({ ...options, config: { steps: [], clock: () => time.now, ...config } })
  const require = (browser: Browser, requirement?: StepUpRequirement) =>
    service.auth.require(browser.request("/keys"), requirement).then(
      () => "ok",
      (error: unknown) => (error instanceof StepUpRequired || error instanceof SessionRequired ? error.type : error),
    )
  return { ...service, time, require }
}

describe.each(STRATEGIES)("`auth.require` with %s sessions", (strategy) => {
  test.each(SIGN_IN_METHODS)("accepts a recent sign-in by %s, and rejects it later", async (method) => {
    const { browser, prove, require, time } = await stepUpService({ strategy })
    const ada = browser()
    await prove(ada, method)
    expect(await require(ada, { within: "10m" })).toBe("ok")
    time.now += 10 * 60_000 + 1000
    expect(await require(ada, { within: "10m" })).toBe("StepUpRequired")
    expect(await require(ada, { within: 3600 })).toBe("ok")
  })

  test("counts factors, and knows what a phishing site can't get", async () => {
    const { browser, prove, require } = await stepUpService({ strategy })
    const [byPassword, byPasskey] = [browser(), browser()]
    await prove(byPassword, "credentials")
    await prove(byPasskey, "passkey")
    expect(await require(byPassword, { factors: 2 })).toBe("StepUpRequired")
    expect(await require(byPassword, { phishingResistant: true })).toBe("StepUpRequired")
    expect(await require(byPasskey, { factors: 2, phishingResistant: true })).toBe("ok")
  })

  test("returns the session, and rejects a request without one", async () => {
    const { auth, browser, prove, require } = await stepUpService({ strategy })
    const ada = browser()
    expect(await require(ada)).toBe("SessionRequired")
    await prove(ada, "credentials")
    expect(await auth.require(ada.request("/"))).toMatchObject({ user: { email: "ada@app.test" } })
  })

  test("reports a requirement that isn't valid", async () => {
    const { browser, prove, auth } = await stepUpService({ strategy })
    const ada = browser()
    await prove(ada, "credentials")
    for (const within of [0, -1, Number.NaN, "ten minutes", "10d", ""] as never[])
      await expect(auth.require(ada.request("/"), { within })).rejects.toMatchObject({ type: "InvalidConfiguration" })
  })

  test("isn't refreshed by an update or a session request (threats 447, 448)", async () => {
    const { auth, browser, prove, require, time } = await stepUpService({ strategy })
    const ada = browser()
    await prove(ada, "credentials")
    time.now += 20 * 60_000
    await ada.get("/session")
    const forged = { session_proofs: "zzzzzz-phom", amr: ["mfa"], authTime: 9e9, auth_time: 9e9 }
    await ada.postJson("/session", { csrfToken: await ada.csrfToken(), data: forged })
    await auth.updateSession(ada.request("/"), forged)
    expect(await require(ada)).toBe("StepUpRequired")
  })

  test("isn't refreshed by a link to another account, which a recent confirmation allows (threat 448)", async () => {
    const { adapter, ada: user, browser, issuer, prove, require, time } = await stepUpService({ strategy })
    const ada = browser()
    await prove(ada, "credentials")
    time.now += 9 * 60_000
    const started = await ada.post("/signin/acme", { csrfToken: await ada.csrfToken() })
    const other = { sub: "other", email: "other@app.test", email_verified: true }
    await ada.get(`/callback/acme?${issuer.authorize(started.headers.get("location") ?? "", other)}`)
    expect((await adapter.listAccounts(user.id)).map(({ providerAccountId: id }) => id)).toContain("other")
    expect(await require(ada)).toBe("ok")
    time.now += 2 * 60_000
    expect(await require(ada)).toBe("StepUpRequired")
  })
})

test("an app's `jwt` callback can't set what was proven (threat 447)", async () => {
  const { browser, prove, require, time } = await stepUpService({
    config: {
      callbacks: {
        jwt: ({ token, session }) => ({
          ...token,
          ...(session as object),
          session_proofs: "zzzzzz-phom",
          amr: ["mfa"],
        }),
      },
    },
  })
  const ada = browser()
  await prove(ada, "credentials")
  expect(await require(ada, { factors: 2 })).toBe("StepUpRequired")
  time.now += 20 * 60_000
  await ada.postJson("/session", { csrfToken: await ada.csrfToken(), data: { session_proofs: "zzzzzz-phom" } })
  expect(await require(ada)).toBe("StepUpRequired")
})

test("rotating the secret, staying signed in and a restart of the browser refresh nothing (threat 448)", async () => {
  const time = { now: Date.now() }
  const service = await stepUpService({ time, config: { session: { remember: true } } })
  const { browser, prove, require, settings } = service
  const ada = browser()
  await prove(ada, "credentials", { fields: { remember: "yes" } })
  time.now += 20 * 60_000
  const env = { AUTH_URL: "https://app.test/auth" }
  const rotated = createAuth({ ...settings, secret: ["n".repeat(32), "s".repeat(32)] }, { env })
  const restarted = cookieClient(rotated, new Map([...ada.jar].filter(([name]) => name.endsWith("session-token"))))
  expect(await signedIn(restarted)).toBe("ada@app.test")
  const requireThere = (within: number) =>
    rotated.require(restarted.request("/keys"), { within }).then(
      () => "ok",
      (error: unknown) => (error instanceof StepUpRequired ? error.type : error),
    )
  expect([await requireThere(600), await requireThere(3600)]).toEqual(["StepUpRequired", "ok"])
  await signedIn(restarted)
  expect([await requireThere(600), await require(ada)]).toEqual(["StepUpRequired", "StepUpRequired"])
})

describe("under the Auth.js preset", () => {
  const SECRET = "s".repeat(32)
  const ofSession = (name: string) => name.endsWith("session-token")

  async function authjsService(callbacks: AuthConfig["callbacks"] = {}) {
    // Auth.js checks its tokens against the real time
    const time = { now: Date.now() - 20 * 60_000 }
    const service = await stepUpService({ time, config: { ...authjs(), callbacks } })
    const { browser, prove } = service
    const [stale, fresh] = [browser(), browser()]
    await prove(stale, "credentials")
    time.now += 20 * 60_000
    await prove(fresh, "passkey")
    const salt = [...stale.jar.keys()].find(ofSession) ?? ""
    const open = (from: Browser) => decode({ token: from.jar.get(salt)?.value ?? "", secret: SECRET, salt })
    /** Seals the claims that an app's callbacks return, as Auth.js does with the same secret. */
    const reseal = async (from: Browser, claims: Record<string, unknown>) => {
      const value = await encode({ token: { ...(await open(from)), ...claims }, secret: SECRET, salt })
      return browser(new Map([...from.jar, [salt, { value }]]))
    }
    return {
      ...service,
      stale,
      fresh,
      reseal,
      readProofsClaim: async (from: Browser) => (await open(from))?.["session_proofs"],
    }
  }

  test("a token that Auth.js sealed keeps only the proofs of its own session (threat 447)", async () => {
    const { stale, fresh, reseal, readProofsClaim, require } = await authjsService()
    const strong = { factors: 2, phishingResistant: true } as const
    expect(await readProofsClaim(fresh)).toMatch(/^\w+-sum~[\da-f]{64}$/)
    expect(await require(await reseal(fresh, { name: "Changed" }), strong)).toBe("ok")
    const [signature] = /~.*/.exec(String(await readProofsClaim(stale))) ?? []
    const now = Math.floor(Date.now() / 1000).toString(36)
    for (const session_proofs of [
      await readProofsClaim(fresh),
      `${now}-sum`,
      `${now}-sum${signature}`,
      [`${now}-sum`],
      true,
    ]) {
      const forged = await reseal(stale, { session_proofs })
      expect(await signedIn(forged)).toBe("ada@app.test")
      expect(await require(forged, strong)).toBe("StepUpRequired")
      expect(await require(forged)).toBe("StepUpRequired")
    }
  })

  test("a `jwt` callback that copies what a client sends can't set them (threat 447)", async () => {
    const { auth, stale, fresh, readProofsClaim, require } = await authjsService({
      jwt: ({ token, session }) => ({ ...token, ...(session as object | undefined) }),
    })
    const data = { session_proofs: await readProofsClaim(fresh), amr: ["mfa"], authTime: 9e9, name: "Changed" }
    await stale.postJson("/session", { csrfToken: await stale.csrfToken(), data })
    const { session } = await auth.updateSession(stale.request("/"), data)
    expect(session).not.toBeNull()
    expect(await require(stale)).toBe("StepUpRequired")
    expect(await require(fresh, { factors: 2 })).toBe("ok")
  })
})

describe("`auth.stepUpResponse`", () => {
  async function rejected(headers: HeadersInit = {}, method = "GET", requirement: StepUpRequirement = {}) {
    const { auth, browser, prove, time } = await stepUpService()
    const ada = browser()
    await prove(ada, "credentials")
    time.now += 20 * 60_000
    const request = new Request(ada.request("/keys?page=2"), { method, headers })
    request.headers.set("cookie", ada.cookieHeader())
    return auth.require(request, requirement).then(
      () => expect.fail("nothing was required"),
      (error: unknown) => auth.stepUpResponse(request, error),
    )
  }

  test("challenges a script, and is never cached (threat 455)", async () => {
    const requirement = { factors: 2, phishingResistant: true } as const
    const response = await rejected({ "sec-fetch-mode": "cors" }, "POST", requirement)
    expect(response.status).toBe(401)
    expect(response.headers.get("cache-control")).toBe("no-store")
    expect(response.headers.get("www-authenticate")).toBe(
      'Bearer error="insufficient_user_authentication", max_age=600, acr_values="phr"',
    )
    expect(response.headers.has("access-control-allow-origin")).toBe(false)
    expect(await response.json()).toEqual({
      error: "StepUpRequired",
      url: "https://app.test/auth/confirm?max_age=600&factors=2&phishing_resistant=1",
      maxAge: 600,
      factors: 2,
      phishingResistant: true,
    })
  })

  test("redirects a page to itself, and a form to its page, with a GET (threats 451, 455)", async () => {
    const page = await rejected({ accept: "text/html", "sec-fetch-mode": "navigate" })
    expect(page.status).toBe(303)
    expect(page.headers.get("location")).toBe(
      "https://app.test/auth/confirm?max_age=600&callbackUrl=https%3A%2F%2Fapp.test%2Fkeys%3Fpage%3D2",
    )
    const from = { "sec-fetch-mode": "navigate", referer: "https://app.test/settings" }
    const form = await rejected(from, "POST")
    expect(form.status).toBe(303)
    expect(form.headers.get("location")).toContain("callbackUrl=https%3A%2F%2Fapp.test%2Fsettings")
    const evil = await rejected({ ...from, referer: "https://evil.test/" }, "POST")
    expect(evil.headers.get("location")).toContain("callbackUrl=https%3A%2F%2Fapp.test%2F")
  })

  test("leads to the sign-in page without a session, and throws other errors", async () => {
    const { auth, browser } = await stepUpService()
    const request = browser().request("/keys")
    const response = await auth.stepUpResponse(request, new SessionRequired())
    expect(response.headers.get("location")).toBe(
      "https://app.test/auth/signin?callbackUrl=https%3A%2F%2Fapp.test%2Fkeys",
    )
    await expect(auth.stepUpResponse(request, new Error("down"))).rejects.toThrow("down")
  })
})
