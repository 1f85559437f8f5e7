import { readFileSync } from "node:fs"
import { afterEach, describe, expect, test, vi } from "vitest"
import { NextRequest } from "next/server.js"
import { MemoryAdapter } from "../adapters/memory.ts"
import { DuendeIdentityServer6 } from "../providers/catalogue/duende-identity-server6.ts"
import { Salesforce } from "../providers/catalogue/salesforce.ts"
import { fixtureFor } from "../providers/fixtures/fixture.ts"
import { readPath } from "../providers/template.ts"
import type { Profile } from "../providers/profile-types.ts"
import { customFetch, type OAuthConfig } from "../providers/types.ts"
import { cookieClient } from "../testing/cookie-client.ts"
import { fakeIssuer } from "../testing/fake-issuer.ts"
import { NextAuth, type AuthOptions } from "./next-auth-4/index.ts"
import { installedProviders, type Version } from "./fixtures/installed-providers.ts"

const VERSIONS: readonly Version[] = [4, 5]
const pairs = (await Promise.all(VERSIONS.map(installedProviders))).flat()
const cases = pairs.map((pair) => [`${pair.name} of version ${pair.version}`, pair] as const)

afterEach(() => void vi.unstubAllGlobals())

test("compares every provider of both versions", () => {
  expect(pairs.filter(({ version }) => version === 4).length).toBeGreaterThanOrEqual(60)
  expect(pairs.filter(({ version }) => version === 5).length).toBeGreaterThanOrEqual(90)
})

describe.each(cases)("%s, under its preset,", (_, { theirs, ours, optionNames, row }) => {
  test("keeps the id, and with it the redirect URI, and the name", () => {
    const { id, name } = { ...theirs, ...theirs.options }
    expect([ours.id, ours.name]).toEqual([id, name])
  })

  test("works with the options that it had, and accepts each of their names", () => {
    expect(ours.problems ?? []).toEqual([])
    const known = new Set([
      ...Object.keys(row.options ?? {}),
      "clientId",
      "clientSecret",
      "issuer",
      "redirectUri",
      "version",
    ])
    expect(optionNames.filter((name) => !known.has(name))).toEqual([])
  })
})

/** Providers whose account ids differ on purpose. The guide has a table of them. */
const OTHER_IDS: ReadonlySet<string> = new Set(["eveonline", "instagram", "pinterest", "trakt"])

/** Their responses come from another endpoint, so a profile in the format of theirs is compared. */
const THEIR_PROFILES: Readonly<Record<string, { profile: object; ours: object }>> = {
  "4 bungie": {
    profile: { Response: { bungieNetUser: { membershipId: "7", displayName: "Ada", profilePicturePath: "/a.png" } } },
    ours: { membershipId: "7" },
  },
  "4 linkedin": { profile: { id: "7" }, ours: { id: "7" } },
  "4 vk": { profile: { response: [{ id: 7 }] }, ours: { user_id: 7 } },
  "5 azure-devops": { profile: { id: "7", coreAttributes: { Avatar: { value: { value: "" } } } }, ours: { id: "7" } },
  "5 nextcloud": { profile: { id: "ada" }, ours: { id: "ada" } },
  "5 notion": { profile: { id: "7", person: {} }, ours: { id: "7" } },
  "5 threads": { profile: { data: { id: "7" } }, ours: { id: "7" } },
  "5 vk": { profile: { id: 7 }, ours: { user_id: 7 } },
}

describe("an account id is the one that is stored, under the preset", () => {
  test.each(cases)("%s", async (_, pair) => {
    const { name, version, theirs, ours, row } = pair
    vi.stubGlobal("fetch", async () => Response.json({}, { status: 404 })) // theirs requests photos
    const { fixture } = fixtureFor(row)
    const own = THEIR_PROFILES[`${version} ${name}`.replace("5 bungie", "4 bungie")]
    const inside = own?.ours ?? (row.unwrap ? readPath(row.unwrap, fixture.profile) : fixture.profile)
    const answer = name === "trakt" ? inside : fixture.profile // theirs reads the user without the settings around it
    const whole = { CharacterID: 2112625428, ...((own?.profile ?? answer) as object) } as Profile // EVE's old endpoint
    const context = { extra: fixture.extra ?? {}, form: {}, fetch: globalThis.fetch }
    const our = await ours.profile?.(inside as Profile, {}, context)
    const profile: NonNullable<OAuthConfig["profile"]> =
      theirs.profile ?? (({ sub, id }) => ({ id: String(sub ?? id) }))
    const their = await profile(whole, {}, context)
    if (OTHER_IDS.has(name)) expect(String(our?.id)).not.toBe(String(their.id))
    else expect(String(our?.id)).toBe(String(their.id))
  })
})

interface Sent {
  /** The authorization endpoint, or the host that is asked for it. */
  address: string
  scopes: ReadonlySet<string>
  parameters: string
}

/** Parameters that each library sends by itself, or encodes in its own way. */
const OF_THE_LIBRARY = /^(?:scope|client_id|client_key|appid|response_type|redirect_uri|claims)$/

/** Returns the parts of the authorization request that a provider decides. */
function sent({ authorization, wellKnown, issuer }: OAuthConfig, defaultScope: string, discovers: boolean): Sent {
  const { url, params = {} } = typeof authorization === "string" ? { url: authorization } : (authorization ?? {})
  const from = new URL(url ?? wellKnown ?? issuer ?? "")
  const all: Record<string, unknown> = { ...Object.fromEntries(url ? from.searchParams : []), ...params }
  const own = Object.entries(all).filter(([name, value]) => !OF_THE_LIBRARY.test(name) && value !== "")
  return {
    address: discovers ? from.hostname : from.hostname + from.pathname.replace(/\/$/, ""),
    scopes: new Set(
      String(all["scope"] ?? defaultScope)
        .split(/[\s,+]+/)
        .filter(Boolean),
    ),
    parameters: new URLSearchParams(own.map(([name, value]) => [name, String(value)])).toString(),
  }
}

const discovers = ({ authorization }: OAuthConfig) =>
  typeof authorization !== "string" && authorization?.url === undefined

const hasMore = (some: ReadonlySet<string>, others: ReadonlySet<string>) => [...some].some((one) => !others.has(one))

const KINDS: Readonly<Record<string, (theirs: Sent, ours: Sent) => boolean>> = {
  "More permissions": (theirs, ours) => hasMore(ours.scopes, theirs.scopes),
  "Fewer permissions": (theirs, ours) => hasMore(theirs.scopes, ours.scopes),
  "Another address": (theirs, ours) => theirs.address !== ours.address,
  "Other parameters": (theirs, ours) => theirs.parameters !== ours.parameters,
}

/** Returns the names of the providers whose authorization request differs in this way. */
function different(kind: (theirs: Sent, ours: Sent) => boolean, version: Version): string {
  const found = pairs.filter((pair) => {
    if (pair.version !== version) return false
    const theirs = { ...pair.theirs, ...pair.theirs.options }
    const either = discovers(theirs) || discovers(pair.ours)
    const ours = sent(pair.ours, "", either)
    return kind(sent(theirs, version === 4 ? "openid" : "openid profile email", either), ours)
  })
  return found.map(({ name }) => name).join(", ")
}

describe("the guide lists each provider whose authorization request differs", () => {
  const guide = readFileSync(new URL("../../stories/docs/authjs.mdx", import.meta.url), "utf8")
  test.each(Object.entries(KINDS))("%s", (name, kind) => {
    const row = guide.split("\n").find((line) => line.startsWith(`| ${name}`)) ?? ""
    const [, , four = "", five = ""] = row.split("|").map((cell) => cell.trim())
    expect([four, five]).toEqual([different(kind, 4), different(kind, 5)])
  })
})

describe("with the preset of next-auth 4", () => {
  const installed = (providers: AuthOptions["providers"], more: Partial<AuthOptions> = {}) => {
    vi.stubEnv("NEXTAUTH_URL", "https://app.test/auth")
    const handler = NextAuth({ providers, secret: "s".repeat(32), ...more })
    const handle = (request: Request) =>
      handler(new NextRequest(request), {
        params: Promise.resolve({ nextauth: new URL(request.url).pathname.split("/").slice(2) }),
      })
    return cookieClient({ handle })
  }
  afterEach(() => void vi.unstubAllEnvs())

  test("Duende IdentityServer keeps its redirect URI", async () => {
    const duende = DuendeIdentityServer6({ clientId: "a", clientSecret: "b", issuer: "https://id.test" })
    const listed = (await (await installed([duende]).get("/providers")).json()) as Record<string, object>
    expect(listed["duende-identityserver6"]).toMatchObject({
      id: "duende-identityserver6",
      name: "DuendeIdentityServer6",
      callbackUrl: "https://app.test/auth/callback/duende-identityserver6",
    })
  })

  test("Salesforce signs in to the account that was stored by `user_id`", async () => {
    const issuer = await fakeIssuer()
    issuer.responses.userinfo = (profile) => ({ ...profile, user_id: "005A" })
    const { clientId, fetch } = issuer
    const adapter = MemoryAdapter()
    const user = await adapter.createUser({ id: "1", email: "ada@app.test", emailVerified: null })
    await adapter.linkAccount({ userId: user.id, type: "oauth", provider: "salesforce", providerAccountId: "005A" })
    const options = { clientId, clientSecret: "secret", issuer: issuer.issuer, [customFetch]: fetch }
    const browser = installed([Salesforce(options)], { adapter, session: { strategy: "jwt" } })
    const started = await browser.post("/signin/salesforce", { csrfToken: await browser.csrfToken() })
    const answer = issuer.authorize(started.headers.get("location") ?? "", {
      sub: "https://login.test/id/1",
      email: "ada@app.test",
    })
    await browser.get(`/callback/salesforce?${answer}`)
    expect(await (await browser.get("/session")).json()).toMatchObject({ user: { email: "ada@app.test" } })
  })
})
