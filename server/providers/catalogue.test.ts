import { createHmac } from "node:crypto"
import { beforeAll, describe, expect, test } from "vitest"
import type { Adapter } from "../adapters/contract.ts"
import { DRAWN_MARKS } from "../../components/view/marks/drawn.ts"
import { MARKS } from "../../components/view/marks/marks.generated.ts"
import { MemoryAdapter } from "../adapters/memory.ts"
import { createAuth } from "../service/auth.ts"
import { cookieClient } from "../testing/cookie-client.ts"
import * as catalogue from "./catalogue/index.ts"
import { emailTrustFor } from "./define.ts"
import { fixtureFor } from "./fixtures/fixture.ts"
import { createFakeProvider, makeKeys, type RecordedRequest, type Fault, type Keys } from "./fixtures/impostor.ts"
import type { ProviderFunction, RowOptions } from "./rows.ts"
import type { OAuthConfig, ProviderConfig } from "./types.ts"

type AnyProvider = ProviderFunction<RowOptions, OAuthConfig>

const rows = Object.values(catalogue).map((make) => make as unknown as AnyProvider) // each asks for its own options
const table = rows.map((make) => [`${make.row.id} (${fixtureFor(make.row).origin})`, make] as const)

const site = "https://app.test/auth"
const secret = "a-secret-of-at-least-32-characters!"

let keys: Keys
let assertionKey: CryptoKey
beforeAll(async () => {
  keys = await makeKeys()
  assertionKey = keys.privateKey
})

/** Returns values for the options that the row requires. */
function optionsFor({ row }: AnyProvider): Record<string, unknown> {
  const wanted = Object.entries(row.options ?? {}).filter(
    ([, { required, inEnvironment }]) => required || inEnvironment,
  )
  const values: Record<string, unknown> = {
    issuer: "https://idp.example/x",
    baseUrl: "https://nas.example:5001",
    userinfo: "https://app.example/me",
    shop: "s.myshopify.com",
    privateKey: assertionKey,
  }
  return Object.fromEntries(wanted.map(([name]) => [name, values[name] ?? name.toLowerCase()]))
}

interface SignInAttempt {
  fault?: Fault
  /** Changes the callback. */
  answer?(callback: URLSearchParams): void
  options?: Partial<OAuthConfig>
  adapter?: Adapter
}

/** Signs one user in at one provider, through the public handler. */
async function signIn(make: AnyProvider, { fault, answer, options, adapter }: SignInAttempt = {}) {
  const { fixture } = fixtureFor(make.row)
  const given = { clientId: "client-id", clientSecret: "client-secret", ...optionsFor(make), ...options }
  const provider = make(given as never) // the row says which options there are
  const impostor = createFakeProvider({ provider, fixture, fault, keys })
  const seen: { user?: unknown; account?: { providerAccountId: string } | null }[] = []
  const auth = createAuth(
    {
      providers: [provider as ProviderConfig],
      adapter,
      secret,
      trustHost: true,
      fetch: impostor.fetch,
      logger: { error: () => undefined, warn: () => undefined, debug: () => undefined },
      events: { signIn: (message) => void seen.push(message) },
    },
    { env: { NODE_ENV: "production", AUTH_URL: site } },
  )
  const browser = cookieClient(auth)
  const started = await browser.post(`/signin/${provider.id}`, {
    csrfToken: await browser.csrfToken(),
    callbackUrl: "https://app.test/in",
  })
  const authorization = new URL(started.headers.get("location") ?? "about:blank")
  impostor.nonce.value = authorization.searchParams.get("nonce")
  const parameters = new URLSearchParams({
    code: "the-code",
    state: authorization.searchParams.get("state") ?? "",
    ...fixture.callback,
  })
  answer?.(parameters)
  if (provider.id === "shopify") signShop(parameters)
  const formPost = authorization.searchParams.get("response_mode") === "form_post"
  const posted = { ...Object.fromEntries(parameters), ...fixture.form }
  const callback = formPost
    ? ((await browser.post(`/callback/${provider.id}`, posted)).headers.get("location") ?? "") // to Latchkit's own GET
    : `/callback/${provider.id}?${parameters}`
  const finished = await browser.get(callback)
  return { provider, fixture, authorization, finished, browser, seen, asked: impostor.asked }
}

function signShop(parameters: URLSearchParams): void {
  parameters.set("shop", "s.myshopify.com")
  const sorted = [...parameters].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => `${name}=${value}`)
  parameters.set("hmac", createHmac("sha256", "client-secret").update(sorted.join("&")).digest("hex"))
}

/** Returns the names of a browser's session cookies. */
const sessionCookieNames = (browser: { jar: Map<string, unknown> }) =>
  [...browser.jar.keys()].filter((name) => name.includes("session-token"))

/** Every request of every sign-in, without the parts that differ between runs. */
const record = new Map<string, string[]>()

function maskValues(text: string): string {
  return text
    .replace(/((?:state|nonce|code_challenge|code_verifier|client_assertion|sig)=)[^&#\s]+/g, "$1…")
    .replace(/("code_verifier":")[^"]+/, "$1…")
    .replace(/Basic \S+/, (basic) => `Basic ${atob(basic.slice("Basic ".length))}`)
}

function toRequestLine({ method, url, headers, body }: RecordedRequest): string {
  const own = [...headers].filter(
    ([name, value]) => !/^(user-agent|content-length)$/.test(name) && value !== "application/json",
  )
  const said = own.map(([name, value]) => `${name}: ${value.replace(";charset=UTF-8", "")}`)
  return maskValues([`${method} ${url.href}`, ...said, body].filter(Boolean).join(" | "))
}

describe("every provider signs in", () => {
  test.each(table)("%s", async (_, make) => {
    const { provider, fixture, authorization, finished, browser, seen, asked } = await signIn(make)
    const sent = authorization.searchParams
    expect(sent.get(provider.clientIdParam ?? "client_id")).toBe("client-id")
    expect(sent.get("redirect_uri")).toBe(`${site}/callback/${provider.id}`)
    expect(sent.get("response_type")).toBe("code")
    expect(sent.get("scope")).toBe(make.row.scopes ?? (make.row.type === "oidc" ? "openid profile email" : null))
    expect(sent.has("code_challenge")).toBe(provider.checks?.includes("pkce"))
    expect(sent.has("nonce")).toBe(provider.checks?.includes("nonce"))
    expect(authorization.href).not.toMatch(/[{}]|%7B(?!%22)/)

    const token = asked.find(({ at }) => at === "token")
    expect(tokenParameters(token)).toContain("the-code")
    expect(clientProofs(token)).toBe(true)

    // Facebook adds a fragment to the callback URL, which an empty one replaces
    const end = provider.id === "facebook" ? "https://app.test/in#" : "https://app.test/in"
    expect(finished.headers.get("location")).toBe(end)
    expect(sessionCookieNames(browser)).toHaveLength(1)
    const { id, name, email, image } = fixture.user
    expect(seen[0]?.account?.providerAccountId).toBe(id)
    expect(seen[0]?.user).toMatchObject({ name, email, image })
    record.set(provider.id, [
      `GET ${maskValues(authorization.href)}`,
      ...asked.filter(({ at }) => at !== "jwks").map(toRequestLine),
    ])
  })
})

test("sends exactly the requests in the reviewed snapshot", async () => {
  const lines = [...record].flatMap(([id, requests]) => [id, ...requests.map((request) => `  ${request}`), ""])
  await expect(lines.join("\n")).toMatchFileSnapshot("./fixtures/requests.txt")
})

function tokenParameters(token: { url: URL; body: string } | undefined): string {
  return `${token?.url.search ?? ""} ${token?.body ?? ""}`
}

/** Returns whether the token request authenticates the client, in any of the supported ways. */
function clientProofs(token: { url: URL; body: string; headers: Headers } | undefined): boolean {
  const everywhere = `${tokenParameters(token)} ${token?.headers.get("authorization") ?? ""} ${token?.headers.get("secret_key") ?? ""}`
  return /client-id|client_assertion|Basic /.test(everywhere)
}

describe("no session is opened if a provider rejects the sign-in", () => {
  const faults: readonly Fault[] = ["token-rejected", "token-rejected-with-200", "userinfo-rejected", "no-id"]
  const readsUserinfo = ({ row }: AnyProvider) =>
    row.type === "oauth" ? row.profileSource === undefined : row.idToken === false
  const cases = table.flatMap(([title, make]) =>
    faults
      .filter((fault) => fault !== "userinfo-rejected" || readsUserinfo(make))
      .filter((fault) => !(fault === "no-id" && ["eveonline", "withings", "qq"].includes(make.row.id)))
      .map((fault) => [`${title}: ${fault}`, make, fault] as const),
  )
  test.each(cases)("%s", async (_, make, fault) => {
    const { finished, browser, seen } = await signIn(make, { fault })
    expect(sessionCookieNames(browser)).toEqual([])
    expect(finished.headers.getSetCookie().filter((line) => /session-token=[^;]/.test(line))).toEqual([])
    expect(finished.headers.get("location") ?? "").toMatch(/error=/)
    expect(seen).toEqual([])
  })

  test.each(table)("%s: the user cancels", async (_, make) => {
    const { finished, browser, asked } = await signIn(make, {
      answer(callback) {
        callback.delete("code")
        callback.set("error", "access_denied")
      },
    })
    expect(sessionCookieNames(browser)).toEqual([])
    expect(finished.headers.get("location")).toMatch(/error=/)
    expect(asked.filter(({ at }) => at === "token")).toEqual([])
  })
})

describe("an account is linked by its address only if the provider verified it", () => {
  const withAddress = table.filter(([, make]) => fixtureFor(make.row).fixture.user.email !== null)
  test.each(withAddress)("%s", async (_, make) => {
    const { email, proven } = fixtureFor(make.row).fixture.user
    const adapter = MemoryAdapter()
    const owner = await adapter.createUser?.({
      id: "owner",
      name: null,
      email: email ?? "",
      emailVerified: new Date(1),
      image: null,
    })
    const { finished, browser } = await signIn(make, { adapter, options: { allowDangerousEmailAccountLinking: true } })
    const providerAccountId = fixtureFor(make.row).fixture.user.id
    const linked = await adapter.getUserByAccount?.({ provider: make.row.id, providerAccountId })
    expect(linked?.id).toBe(proven ? owner?.id : undefined)
    expect(sessionCookieNames(browser)).toHaveLength(proven ? 1 : 0)
    expect(finished.headers.get("location")).toMatch(proven ? /\/in$/ : /error=OAuthAccountNotLinked/)
  })
})

describe("the rows of the catalogue", () => {
  test("bring the mark that the catalog of marks has for them", () => {
    const wrong = rows.filter(({ row }) => row.mark !== (DRAWN_MARKS[row.id] ?? MARKS[row.id])).map(({ row }) => row.id)
    expect(wrong).toEqual([])
    expect(rows.filter(({ row }) => row.mark).length).toBeGreaterThanOrEqual(Object.keys(MARKS).length - 1) // one has two ids
  })

  test("have unique ids and names, and a file named after the id", () => {
    expect(new Set(rows.map(({ row }) => row.id)).size).toBe(rows.length)
    expect(new Set(rows.map(({ row }) => row.name)).size).toBe(rows.length)
  })

  test.each(table)("support their email trust with a documented claim: %s", (_, { row }) => {
    const trust = emailTrustFor(row)
    const { fixture } = fixtureFor(row)
    if (trust === "none") expect(fixture.user.email).toBeNull()
    if (trust !== "claim" && trust !== "always") expect(fixture.user.proven).toBe(false)
  })
})
