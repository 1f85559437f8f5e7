import { describe, expect, test } from "vitest"
import { getToken } from "../../jwt.ts"
import { oauthService, signedInName, type OAuthService } from "../../test-kit/oauth-service.ts"

const ADA = { sub: "ada", name: "Ada", email: "ada@example.com", email_verified: true }
const EVE = { sub: "eve", name: "Eve", email: "eve@example.com", email_verified: true }

/** Returns the token that an app's own page hands to a native app. */
async function signInForToken(service: OAuthService, person: object = ADA): Promise<string> {
  const browser = service.browser()
  await service.enter(browser, { ...person })
  return (await getToken({ req: { headers: { cookie: browser.cookieHeader() } }, raw: true })) ?? ""
}

describe.each(["jwt", "database"] as const)("bearer tokens of %s sessions", (strategy) => {
  const world = (bearer = true) => oauthService({ session: { strategy, bearer } })
  const asked = async ({ auth }: OAuthService, headers: Record<string, string>) =>
    (await auth.getSession({ headers }))?.user?.email ?? null

  test("a bearer token opens the session, in the endpoints and in the app's own code", async () => {
    const service = await world()
    const authorization = `Bearer ${await signInForToken(service)}`
    expect(await asked(service, { authorization })).toBe("ada@example.com")
    const answer = await service.browser().get("/session", { authorization })
    expect(await answer.json()).toMatchObject({ user: { email: "ada@example.com" } })
    expect(await (await service.browser().get("/session")).json()).toBeNull()
  })

  test("a cookie takes precedence", async () => {
    const service = await world()
    const eve = service.browser()
    await service.enter(eve, EVE)
    const headers = { authorization: `Bearer ${await signInForToken(service)}`, cookie: eve.cookieHeader() }
    expect(await asked(service, headers)).toBe("eve@example.com")
    expect(await asked(service, { ...headers, cookie: "__Host-latchkit.session-token=forged" })).toBeNull()
  })

  test("without `session.bearer`, a token opens nothing", async () => {
    const service = await world(false)
    expect(await asked(service, { authorization: `Bearer ${await signInForToken(service)}` })).toBeNull()
  })

  test("an invalid bearer token opens nothing (threat 198)", async () => {
    const service = await world()
    const token = await signInForToken(service)
    for (const authorization of [
      `bearer ${token}`,
      `Basic ${token}`,
      `Bearer  ${token}`,
      `Bearer ${token}, Bearer ${token}`,
      "Bearer %",
      "Bearer ",
      `Bearer ${"a".repeat(40_000)}`,
      `Bearer ${token.slice(0, -2)}`,
    ])
      expect(await asked(service, { authorization }), authorization.slice(0, 20)).toBeNull()
  })

  test("a bearer token alone changes nothing, because a change needs the browser's secret too (threat 45)", async () => {
    const service = await world()
    const authorization = `Bearer ${await signInForToken(service)}`
    const ada = service.browser()
    const answer = await ada.post("/signout", { csrfToken: "forged" }, { authorization })
    expect(answer.headers.get("location")).toContain("MissingCSRF")
    expect(await asked(service, { authorization })).toBe("ada@example.com")
    expect(await signedInName(ada)).toBeNull()
    await service.auth.signOut({ headers: { authorization } })
    if (strategy === "database") expect(await asked(service, { authorization })).toBeNull()
  })
})
