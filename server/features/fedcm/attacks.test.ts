import { describe, expect, test } from "vitest"
import { passwordAccountService } from "../../test-kit/password-account-service.ts"
import { ADA, CONFIG_URL, fedcmService, type FedcmOptions } from "./fedcm-service.fixture.ts"
import { errorParam, oauthService, signedInName } from "../../test-kit/oauth-service.ts"

const now = () => Math.floor(Date.now() / 1000)

describe("rejects a token (threat 518)", () => {
  test.each([
    ["whose `azp` is another client", { aud: ["client", "other"], azp: "other" }],
    ["that isn't valid yet", { nbf: now() + 3600 }],
    ["without a time of expiry", { exp: undefined }],
    ["without a time of issue", { iat: undefined }],
    ["with an empty subject", { sub: "" }],
    ["with an issuer in another spelling", { iss: "https://issuer.test/" }],
  ])("%s", async (_, more) => {
    const { browser, enter, adapter } = await fedcmService()
    const eve = browser()
    expect(errorParam(await enter(eve, more))).toBe("OAuthCallbackError")
    expect(await signedInName(eve)).toBeNull()
    expect(await adapter.getUserByEmail(ADA.email)).toBeNull()
  })

  test("that is an access token of the same issuer", async () => {
    const { browser, options, claims, post, issuer } = await fedcmService()
    const eve = browser()
    const { nonce } = await options(eve)
    const { nonce: _, ...accessClaims } = claims(nonce)
    const forApi = { ...accessClaims, aud: "https://api.issuer.test", client_id: "client", scope: "openid" }
    for (const token of [await issuer.sign(forApi, "at+jwt"), "access-token-without-a-form"])
      expect(errorParam(await post(eve, token))).toBe("OAuthCallbackError")
    expect(await signedInName(eve)).toBeNull()
  })

  test.each([undefined, "evil.test", "acme.test.evil.test"])(
    "of the domain %s, if the provider is for another one",
    async (hd) => {
      const authorization = { params: { scope: "openid email", hd: "acme.test" } }
      const { browser, enter } = await fedcmService({}, { authorization })
      const [eve, ada] = [browser(), browser()]
      expect(errorParam(await enter(eve, { hd }))).toBe("OAuthCallbackError")
      expect(await signedInName(eve)).toBeNull()
      await enter(ada, { hd: "acme.test" })
      expect(await signedInName(ada)).toBe(ADA.email)
    },
  )
})

test("a token works once, also with JWT sessions (threat 519)", async () => {
  const { browser, options, claims, post, issuer } = await fedcmService({
    session: { strategy: "jwt" },
    rateLimit: false,
  })
  const ada = browser()
  const token = await issuer.sign(claims((await options(ada)).nonce))
  const copies = Array.from({ length: 50 }, () => browser(new Map(ada.jar)))
  await Promise.all(copies.map(async (copy) => post(copy, token)))
  const names = await Promise.all(copies.map(signedInName))
  expect(names.filter((name) => name !== null)).toHaveLength(1)
})

test("a cross-site form can't post a token, whatever its type (threat 520)", async () => {
  const { browser, options, claims, issuer } = await fedcmService()
  const ada = browser()
  const token = await issuer.sign(claims((await options(ada)).nonce))
  const csrfToken = await ada.csrfToken()
  const crossSite = { origin: "https://evil.test", "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" }
  for (const type of ["application/x-www-form-urlencoded", "text/plain", "application/json"]) {
    const body =
      type === "application/x-www-form-urlencoded"
        ? new URLSearchParams({ csrfToken, token }).toString()
        : JSON.stringify({ csrfToken, token })
    await ada.send("/fedcm/acme", { method: "POST", body, headers: { ...crossSite, "content-type": type } })
    expect(await signedInName(ada)).toBeNull()
  }
  expect(await signedInName(ada)).toBeNull()
})

describe("skips no check of a sign-in (threat 521)", () => {
  test("a disabled user stays out", async () => {
    const { auth, browser, enter, adapter } = await fedcmService({ account: { administration: true } })
    await enter(browser())
    const user = await adapter.getUserByEmail(ADA.email)
    await auth.users.disable(user?.id ?? "")
    const again = browser()
    await enter(again)
    expect(await signedInName(again)).toBeNull()
  })

  test("a token is no step-up, and changes nothing of an old session", async () => {
    const time = { now: Date.now() }
    const { auth, browser, options, claims, post, issuer, enter } = await fedcmService({ clock: () => time.now })
    const ada = browser()
    const early = await issuer.sign(claims((await options(ada)).nonce))
    await enter(ada)
    time.now += 2 * 60_000
    const before = ada.jar.get("__Host-latchkit.session-token")?.value
    expect(errorParam(await post(ada, early))).toBe("OAuthCallbackError")
    expect(ada.jar.get("__Host-latchkit.session-token")?.value).toBe(before)
    const confirmed = auth.require(ada.request("/keys"), { within: 60 })
    await expect(confirmed).rejects.toMatchObject({ type: "StepUpRequired" })
  })

  test("a second factor that the policy requires is set up first", async () => {
    const { issuer } = await oauthService()
    const provider = {
      ...{ id: "acme", name: "Acme", type: "oidc" as const, issuer: issuer.issuer },
      ...{ clientId: "client", clientSecret: "secret", fedcm: { configURL: CONFIG_URL } },
    }
    const service = passwordAccountService({
      providers: [provider],
      config: { fetch: issuer.fetch, clock: Date.now, secondFactor: { required: () => true } },
    })
    const stranger = service.browser()
    const { nonce } = (await (await stranger.get("/fedcm/acme")).json()) as FedcmOptions // the shape of the response
    const claims = { iss: issuer.issuer, aud: "client", iat: now(), exp: now() + 600, nonce, ...ADA }
    const entered = await service.post(stranger, "/fedcm/acme", { token: await issuer.sign(claims) })
    expect(entered.headers.get("location")).toContain("/step/")
    expect(await signedInName(stranger)).toBeNull()
  })
})
