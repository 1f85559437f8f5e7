import { describe, expect, test } from "vitest"
import type { SignInOptions } from "../service/api.ts"
import { signInByForm } from "../integrations/forms.ts"
import type { OIDCConfig } from "../providers/types.ts"
import { oauthService } from "../test-kit/oauth-service.ts"

const headers = { headers: {} }
const createService = (provider: Partial<OIDCConfig> = {}) => oauthService({}, provider)

/** Returns the query of the authorization request. */
async function sentParams(provider: Partial<OIDCConfig>, options: SignInOptions) {
  const { auth } = await createService(provider)
  return new URL((await auth.signIn(headers, "acme", options)).url).searchParams
}

describe("authorizationParams of the app's own signIn", () => {
  test.each<[string, string]>([
    ["audience", "https://api.app.test"],
    ["access_type", "offline"],
    ["max_age", "300"],
    ["acr_values", "urn:mfa"],
    ["scope", "openid email calendar"],
    ["claims", '{"id_token":{"acr":{"essential":true}}}'],
    ["resource", "https://api.app.test/v1"],
    ["id_token_hint", "ey.ey.ey"],
    ["x-custom", "1"],
    ["login_hint", "a".repeat(600)],
  ])("sends %s", async (name, value) => {
    expect((await sentParams({}, { authorizationParams: { [name]: value } })).getAll(name)).toEqual([value])
  })

  test("override the provider's own parameters, and may repeat", async () => {
    const provider = { authorization: { params: { scope: "openid", prompt: "none", resource: "https://old.test" } } }
    const query = "scope=openid+files&prompt=login&resource=https://a.test&resource=https://b.test"
    const params = await sentParams(provider, { authorizationParams: query })
    expect(params.getAll("scope")).toEqual(["openid files"])
    expect(params.getAll("prompt")).toEqual(["login"])
    expect(params.getAll("resource")).toEqual(["https://a.test", "https://b.test"])
  })

  test.each(["state", "nonce", "redirect_uri", "client_id", "client_secret", "response_type", "response_mode"])(
    "can't set %s, which Latchkit sets itself",
    async (name) => {
      const { auth } = await createService()
      const options = { authorizationParams: { [name]: "x" } }
      await expect(auth.signIn(headers, "acme", options)).rejects.toThrow(
        `The authorization parameter \`${name}\` is set by Latchkit. Leave it out of \`authorizationParams\`.`,
      )
    },
  )
})

describe("authorization parameters that a browser sends", () => {
  const provider = { allowedAuthorizationParams: ["audience", "scope"] }
  const given = { prompt: "login", audience: "https://api.app.test", access_type: "offline" }

  test("are sent if they are harmless or listed, and the app's own parameters override them", async () => {
    const params = await sentParams(provider, {
      userAuthorizationParams: { ...given, scope: "openid email" },
      authorizationParams: { prompt: "consent" },
    })
    expect(params.getAll("prompt")).toEqual(["consent"])
    expect([params.get("audience"), params.get("scope")]).toEqual(["https://api.app.test", "openid email"])
    expect(params.has("access_type")).toBe(false)
  })

  test("are limited in a form", async () => {
    const { auth } = await createService(provider)
    const form = new URLSearchParams({ providerId: "acme" })
    for (const [name, value] of Object.entries(given)) form.set(`authorizationParams.${name}`, value)
    const answer = await signInByForm(auth, headers, Object.fromEntries(form))
    const params = new URL("url" in answer ? answer.url : "about:blank").searchParams
    expect([params.get("prompt"), params.get("audience")]).toEqual(["login", "https://api.app.test"])
    expect(params.has("access_type")).toBe(false)
    form.set("authorizationParams.claims", "{}")
    expect(await signInByForm(auth, headers, Object.fromEntries(form))).toMatchObject({ failed: true })
  })

  test("are limited in the query of the sign-in request", async () => {
    const service = await createService(provider)
    const browser = service.browser()
    const path = `/signin/acme?${new URLSearchParams(given)}`
    const answer = await browser.post(path, { csrfToken: await browser.csrfToken() })
    const params = new URL(answer.headers.get("location") ?? "").searchParams
    expect([params.get("prompt"), params.get("audience")]).toEqual(["login", "https://api.app.test"])
    expect(params.has("access_type")).toBe(false)
  })
})
