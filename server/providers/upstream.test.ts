import { readdirSync } from "node:fs"
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest"
import { createAuth } from "../service/auth.ts"
import { cookieClient } from "../testing/cookie-client.ts"
import * as catalogue from "./catalogue/index.ts"
import { DOCUMENTED } from "./fixtures/documented.ts"
import { fixtureFor } from "./fixtures/fixture.ts"
import { createFakeProvider, makeKeys, type Keys } from "./fixtures/impostor.ts"
import type { OAuthConfig, Provider, ProviderConfig } from "./types.ts"

const folder = new URL("../../node_modules/@auth/core/providers/", import.meta.url)
const modules = readdirSync(folder)
  .filter((file) => /^[\w-]+\.js$/.test(file) && file !== "index.js")
  .map((file) => file.replace(/\.js$/, ""))

const OTHER_KINDS =
  /^(credentials|email|nodemailer|forwardemail|loops|mailgun|postmark|resend|sendgrid|passkey|webauthn|oauth|oauth-types|provider-types)$/
/** Vendors that have shut down, so sign-in tests can't use them. */
const CLOSED = /^(azure-devops|identity-server4|medium|osso|passage)$/

type Upstream = (options: Record<string, unknown>) => OAuthConfig

/** Options that some of the modules require, by their own names. */
const OPTIONS: Record<string, Record<string, unknown>> = {
  "azure-ad-b2c": { issuer: "https://idp.example/x" },
  "azure-ad": { issuer: "https://login.microsoftonline.com/common/v2.0" },
  "microsoft-entra-id": { issuer: "https://login.microsoftonline.com/common/v2.0" },
  bungie: { headers: { "X-API-Key": "key" } },
  mastodon: { issuer: "https://idp.example/x" },
  mattermost: { issuer: "https://idp.example/x" },
  netsuite: { accountID: "1", userinfo: "https://app.example/me" },
  nextcloud: { issuer: "https://idp.example/x" },
}

/** URLs that some of them request by themselves. */
const ALSO = {
  "https://api.github.com/user/emails": DOCUMENTED["github"]?.extra?.["emails"],
  "https://graph.microsoft.com/v1.0/me/photos/": {},
  "https://api.notion.com/v1/users/me": DOCUMENTED["notion"]?.profile,
}

/**
 * Modules that read other endpoints or versions of the provider's API than our rows, so our fixtures aren't their
 * responses.
 */
const OTHER_ANSWERS = new Set("bungie eveonline hubspot instagram nextcloud threads todoist trakt vk".split(" "))

async function load(name: string): Promise<Upstream> {
  const module: unknown = await import(new URL(`${name}.js`, folder).href)
  return (module as { default: Upstream }).default // the exports of each of those modules
}

let keys: Keys
beforeAll(async () => {
  keys = await makeKeys()
})

afterEach(() => vi.unstubAllGlobals())

const oauthModules = modules.filter((name) => !OTHER_KINDS.test(name))
const silent = { error: () => undefined, warn: () => undefined, debug: () => undefined }
const env = { NODE_ENV: "production", AUTH_URL: "https://app.test/auth" }

test("has an equivalent in the catalogue for every OAuth module of @auth/core, except those that have shut down", () => {
  const ids = new Set([...Object.values(catalogue).map(({ row }) => row.id), "ory-hydra"]) // whose id is hydra
  expect(oauthModules.length).toBeGreaterThan(80)
  expect(oauthModules.filter((name) => !ids.has(name) && !CLOSED.test(name))).toEqual([])
})

describe("an object of @auth/core signs in, unmodified", () => {
  test.each(oauthModules.filter((name) => !CLOSED.test(name)))("%s", async (name) => {
    const issuer = { issuer: "https://idp.example/x", tenantId: "t", baseUrl: "https://idp.example" }
    const given = {
      clientId: "client-id",
      clientSecret: "client-secret",
      ...(needsIssuer(await load(name)) && issuer),
      ...OPTIONS[name],
    }
    const upstream = (await load(name))(given)
    const like = { ...upstream, ...given, jwks_endpoint: "https://idp.example/jwks" } as OAuthConfig
    const row = Object.values(catalogue).find((make) => make.row.id === upstream.id)?.row
    if (!row) throw new Error(`There is no ${upstream.id}`)
    const { fixture } = fixtureFor(row)
    const impostor = createFakeProvider({ provider: like, fixture, keys, also: ALSO })
    const { fetch } = impostor
    vi.stubGlobal("fetch", fetch) // some bring a fetch of their own, which ends in the platform's
    const auth = createAuth(
      { providers: [upstream as ProviderConfig], secret: "s".repeat(32), fetch, logger: silent },
      { env },
    )
    const browser = cookieClient(auth)
    const answer = await browser.post(`/signin/${upstream.id}`, { csrfToken: await browser.csrfToken() })
    const { searchParams } = new URL(answer.headers.get("location") ?? "about:blank")
    expect(searchParams.get("redirect_uri")).toBe(`https://app.test/auth/callback/${upstream.id}`)
    expect([...searchParams.values()]).toContain("client-id")
    expect(searchParams.get("state")).toBeTruthy()

    if (OTHER_ANSWERS.has(name)) return
    impostor.nonce.value = searchParams.get("nonce")
    const parameters = { code: "the-code", state: searchParams.get("state") ?? "", ...fixture.callback }
    const posted = searchParams.get("response_mode") === "form_post"
    const form = { ...parameters, ...fixture.form }
    const callback = posted
      ? ((await browser.post(`/callback/${upstream.id}`, form)).headers.get("location") ?? "") // to Latchkit's own GET
      : `/callback/${upstream.id}?${new URLSearchParams(parameters)}`
    const finished = await browser.get(callback)
    expect(finished.headers.get("location")).not.toMatch(/error=/)
    expect([...browser.jar.keys()].filter((cookie) => cookie.includes("session-token"))).toHaveLength(1)
  })
})

function needsIssuer(make: Upstream): boolean {
  const bare = make({ clientId: "client-id", accountID: "1", headers: {} })
  return bare.type === "oidc" ? bare.issuer === undefined : /undefined/.test(JSON.stringify(bare.authorization ?? ""))
}

test("accepts the uncalled function as an entry too", async () => {
  const github = (await load("github")) as unknown as Provider // it is called with what the environment has
  const auth = createAuth(
    { providers: [github], secret: "s".repeat(32), logger: silent },
    { env: { ...env, AUTH_GITHUB_ID: "client-id", AUTH_GITHUB_SECRET: "client-secret" } },
  )
  expect(await (await auth.handle(new Request("https://app.test/auth/providers"))).json()).toHaveProperty(
    "github.name",
    "GitHub",
  )
})
