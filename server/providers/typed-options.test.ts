import { expect, test } from "vitest"
import { createAuth } from "../service/auth.ts"
import { cookieClient } from "../testing/cookie-client.ts"
import * as catalogue from "./index.ts"
import type { Fetch, OAuthConfig, OIDCConfig } from "./types.ts"

type Make = (options: Record<string, string>) => OAuthConfig | OIDCConfig

/** Each option of each provider. A user of the app may have typed it, as in the settings of a company. */
const OPTIONS = Object.values(catalogue).flatMap((provider) => {
  if (typeof provider !== "function" || !("row" in provider)) return []
  const names = Object.keys(provider.row.options ?? {})
  return names.map((option) => ({ id: provider.row.id, option, names, make: provider as unknown as Make })) // with texts
})

const PLACEHOLDERS = ["{clientSecret}", "{$token.access_token}", "{$token.access_token~(.+)}", "{issuer~(.+)}"]
const isUrl = (option: string) => /issuer|url|host$/i.test(option)

/** Signs in until the profile's request. Returns the URLs of all requests and of the redirect. */
async function signIn(provider: OAuthConfig | OIDCConfig, issuer: string): Promise<string[]> {
  const urls: string[] = []
  const fetch: Fetch = async (input, init) => {
    const { url, method } = new Request(input, init)
    urls.push(url)
    if (method === "POST") return Response.json({ access_token: "TOP-TOKEN", token_type: "Bearer" })
    return Response.json({ issuer, authorization_endpoint: `${new URL(url).origin}/authorize` })
  }
  const logger = { error: () => undefined, warn: () => undefined }
  const settings = { providers: [provider], secret: "s".repeat(32), logger, fetch }
  const browser = cookieClient(createAuth(settings, { env: { AUTH_URL: "https://app.test/auth" } }))
  const started = await browser.post(`/signin/${provider.id}`, { csrfToken: await browser.csrfToken() })
  urls.push(started.headers.get("location") ?? "")
  const state = URL.parse(urls.at(-1) ?? "")?.searchParams.get("state") ?? ""
  await browser.get(`/callback/${provider.id}?${new URLSearchParams({ code: "code", state })}`)
  return urls
}

test.each(OPTIONS)(
  "fills no placeholder in the option $option of $id (threat 626)",
  async ({ option, names, make }) => {
    for (const placeholder of PLACEHOLDERS) {
      const typed = `${isUrl(option) ? "https://sso.test/" : ""}typed${placeholder}`
      const plain = names.map((name) => [name, isUrl(name) ? "https://sso.test" : "plain"])
      const options = { ...Object.fromEntries(plain), [option]: typed } as Record<string, string>
      const urls = await signIn(make({ ...options, clientId: "id", clientSecret: "TOP-SECRET" }), typed)
      expect(urls.join("\n")).not.toMatch(/typed(?:TOP|http)/i)
    }
  },
)

test("fills no placeholder in the issuer of a provider without a row (threat 626)", async () => {
  const issuer = "https://sso.test/{clientSecret}"
  const urls = await signIn(
    { id: "sso", name: "SSO", type: "oidc", issuer, clientId: "id", clientSecret: "TOP-SECRET" },
    issuer,
  )
  expect(urls[0]).toBe("https://sso.test/%7BclientSecret%7D/.well-known/openid-configuration")
  expect(urls[1]).toContain("https://sso.test/authorize?")
})
