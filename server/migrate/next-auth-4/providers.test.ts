import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"
import { NextRequest } from "next/server.js"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { fakeIssuer } from "../../testing/fake-issuer.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { errorParam } from "../../test-kit/oauth-service.ts"
import NextAuth, { type NextAuthOptions } from "./index.ts"
import type { OAuthConfig } from "./provider-types.ts"

const BASE = "https://app.test/api/auth"
const package4 = new URL("../../../e2e/apps/next-auth-4/package.json", import.meta.url)
const requireFromNextAuth4 = createRequire(fileURLToPath(package4))
/** Loads a provider of the published `next-auth/providers` 4. */
const loadPublishedProvider = (id: string, options: object) =>
  (requireFromNextAuth4(`next-auth/providers/${id}`) as { default(options: object): OAuthConfig }).default(options) // what the package exports

beforeEach(() => void vi.stubEnv("NEXTAUTH_URL", "https://app.test"))
afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

function createApp(provider: OAuthConfig, options: Partial<NextAuthOptions> = {}) {
  const errors: unknown[] = []
  const logger = {
    error: (...given: unknown[]) => void errors.push(given),
    warn: () => undefined,
    debug: () => undefined,
  }
  const handler = NextAuth({ providers: [provider], secret: "s".repeat(32), logger, ...options })
  const handle = async (request: Request) => {
    const nextauth = new URL(request.url).pathname.slice("/api/auth/".length).split("/")
    return handler(new NextRequest(request), { params: Promise.resolve({ nextauth }) })
  }
  const browser = cookieClient({ handle }, undefined, BASE)
  const start = async () => {
    const response = await browser.post(`/signin/${provider.id}`, { csrfToken: await browser.csrfToken() })
    return new URL(response.headers.get("location") ?? "")
  }
  return { browser, start, errors }
}

type Handler = (url: URL, init?: RequestInit) => unknown

/** Responds to the app's requests to the provider. */
function stubFetch(routes: Record<string, Handler>) {
  vi.stubGlobal("fetch", async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const route = routes[url.origin + url.pathname]
    return route ? Response.json(await route(url, init)) : new Response(null, { status: 404 })
  })
}

describe("a published provider of next-auth 4", () => {
  test("GitLab signs in at the company's server whose discovery document the app names, as in version 4", async () => {
    const server = "https://git.acme.test"
    const wellKnown = `${server}/.well-known/openid-configuration`
    const gitlab = loadPublishedProvider("gitlab", { clientId: "c", clientSecret: "s", wellKnown })
    const { browser, start } = createApp(gitlab)
    stubFetch({
      [wellKnown]: () => ({
        issuer: server,
        authorization_endpoint: `${server}/oauth/authorize`,
        token_endpoint: `${server}/oauth/token`,
        userinfo_endpoint: `${server}/oauth/userinfo`,
      }),
      [`${server}/oauth/token`]: () => ({ access_token: "at", token_type: "Bearer" }),
      [`${server}/oauth/userinfo`]: () => ({ id: 7, username: "ada", email: "ada@acme.test" }),
    })
    const to = await start()
    expect([to.origin + to.pathname, to.searchParams.get("scope")]).toEqual([`${server}/oauth/authorize`, "read_user"])
    await browser.get(
      `/callback/gitlab?${new URLSearchParams({ code: "c", state: to.searchParams.get("state") ?? "" })}`,
    )
    expect(await (await browser.get("/session")).json()).toMatchObject({ user: { email: "ada@acme.test" } })
  })

  test("GitHub signs in, with the account id and the email address that version 4 stored", async () => {
    const client = { clientId: "c", clientSecret: "s" }
    const userinfo = vi.fn<Handler>(() => ({
      id: 7,
      login: "ada",
      name: "Ada",
      email: null,
      avatar_url: "https://a.test/7",
    }))
    stubFetch({
      "https://github.com/login/oauth/access_token": () => ({
        access_token: "t",
        token_type: "bearer",
        scope: "read:user",
      }),
      "https://api.github.com/user": userinfo,
      "https://api.github.com/user/emails": () => [
        { email: "other@example.com", primary: false, verified: true },
        { email: "ada@example.com", primary: true, verified: true },
      ],
    })
    const seen = vi.fn<NonNullable<NonNullable<NextAuthOptions["callbacks"]>["signIn"]>>(() => true)
    const { browser, start } = createApp(loadPublishedProvider("github", client), { callbacks: { signIn: seen } })
    const url = await start()
    expect(url.searchParams.get("scope")).toBe("read:user user:email")
    await browser.get(`/callback/github?code=c&state=${url.searchParams.get("state")}`)
    expect(await (await browser.get("/session")).json()).toMatchObject({
      user: { email: "ada@example.com", name: "Ada" },
    })
    expect(seen.mock.calls[0]?.[0].account).toMatchObject({
      provider: "github",
      providerAccountId: "7",
      access_token: "t",
    })
    expect(userinfo).toHaveBeenCalled()
  })

  test("with OpenID Connect reads its profile from the ID token", async () => {
    const issuer = await fakeIssuer()
    vi.stubGlobal("fetch", issuer.fetch)
    const keycloak = loadPublishedProvider("keycloak", {
      clientId: "client",
      clientSecret: "secret",
      issuer: issuer.issuer,
    })
    const { browser, start } = createApp(keycloak, { adapter: MemoryAdapter(), session: { strategy: "jwt" } })
    const url = await start()
    await browser.get(
      `/callback/keycloak?${issuer.authorize(url.href, { sub: "k-1", email: "ada@example.com", name: "Ada" })}`,
    )
    expect(await (await browser.get("/session")).json()).toMatchObject({ user: { email: "ada@example.com" } })
  })

  test("with OAuth 1 is skipped, and the log says what to use instead", async () => {
    const { start, errors } = createApp(loadPublishedProvider("twitter", { clientId: "c", clientSecret: "s" }))
    await start().catch(() => undefined)
    expect(JSON.stringify(errors)).toContain("OAuth 1")
  })
})

describe("a provider that the app wrote for next-auth 4", () => {
  const custom: OAuthConfig = {
    id: "acme",
    name: "Acme",
    type: "oauth",
    clientId: "c",
    clientSecret: "s",
    authorization: "https://acme.test/authorize?scope=basic",
    token: {
      url: "https://acme.test/token",
      request: async ({ params, checks, provider }) => {
        const body = JSON.stringify({
          code: params["code"],
          verifier: checks.code_verifier,
          redirect: provider.callbackUrl,
        })
        return { tokens: await (await fetch("https://acme.test/token", { method: "POST", body })).json() }
      },
    },
    userinfo: { url: "https://acme.test/me", request: ({ client, tokens }) => client.userinfo(tokens) },
    checks: ["pkce", "state"],
    profile: (profile) => ({ id: profile.key, name: profile.name, email: profile.mail }),
  }

  test("sends its own token and userinfo requests, as in next-auth 4", async () => {
    const token = vi.fn<Handler>((_, init) => {
      expect(JSON.parse(String(init?.body))).toEqual({
        code: "c-1",
        verifier: expect.any(String),
        redirect: `${BASE}/callback/acme`,
      })
      return { access_token: "t", token_type: "Bearer" }
    })
    stubFetch({
      "https://acme.test/token": token,
      "https://acme.test/me": () => ({ key: 9, name: "Ada", mail: "ada@example.com" }),
    })
    const { browser, start } = createApp(custom)
    const url = await start()
    await browser.get(`/callback/acme?code=c-1&state=${url.searchParams.get("state")}`)
    expect(await (await browser.get("/session")).json()).toMatchObject({ user: { name: "Ada" } })
    expect(token).toHaveBeenCalled()
  })

  test("sends a PKCE challenge only if `checks` asks for one, as in next-auth 4", async () => {
    const { checks: _, ...unchecked } = custom
    const [asks, doesnt] = [await createApp(custom).start(), await createApp(unchecked as OAuthConfig).start()] // `checks` is optional
    expect(asks.searchParams.has("code_challenge")).toBe(true)
    expect(doesnt.searchParams.has("code_challenge")).toBe(false)
    expect(doesnt.searchParams.has("state")).toBe(true)
  })

  test("fails if it calls another method of openid-client, and the log says what to do", async () => {
    stubFetch({ "https://acme.test/token": () => ({ access_token: "t", token_type: "Bearer" }) })
    const { browser, start, errors } = createApp({
      ...custom,
      userinfo: { request: ({ client }) => client["grant"]({}) },
    })
    const url = await start()
    const response = await browser.get(`/callback/acme?code=c-1&state=${url.searchParams.get("state")}`)
    expect(errorParam(response)).not.toBeNull()
    expect(JSON.stringify(errors, (_, value: unknown) => (value instanceof Error ? value.message : value))).toContain(
      "client.grant",
    )
  })
})
