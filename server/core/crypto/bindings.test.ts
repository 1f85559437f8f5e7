import { readdirSync, readFileSync } from "node:fs"
import fc from "fast-check"
import { describe, expect, expectTypeOf, test } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { createAuth, type AuthService } from "../../service/auth.ts"
import type { AuthConfig } from "../../service/config.ts"
import { cookieTables } from "../cookies/names.ts"
import type { InstanceMemory } from "../config/instance-memory.ts"
import { authjs } from "../../migrate/authjs/index.ts"
import { fakeIssuer } from "../../testing/fake-issuer.ts"
import { mailbox } from "../../test-kit/mailbox.ts"
import { ADA, passwordConfig, passwordService } from "../../test-kit/password-service.ts"
import { cookieClient, type CookieJarMap } from "../../testing/cookie-client.ts"
import { isBoundToSite, PLAIN_COOKIES, SEALED, type SealedPurpose } from "./bindings.ts"
import { AUTHJS, BY_OBJECT, CONFIGURABLE_COOKIES, DATABASE_LOCKS, MEMORY, UNKEYED } from "./bindings.fixture.ts"
import { getToken } from "../../jwt.ts"
import { createKeyring } from "./keyring.ts"
import { openValue, sealOptionsFor, sealValue } from "./sealed.ts"

const secret = "s".repeat(32)
const CONFIGURABLE = [
  "session-token",
  "callback-url",
  "csrf-token",
  "state",
  "nonce",
  "pkce.code_verifier",
  "challenge",
]

const purposes = Object.keys(SEALED) as SealedPurpose[] // the table's own keys

describe("a sealed value", () => {
  const settings = { keyring: createKeyring([secret]), now: () => Date.now() }
  const at = (url: string) => ({ settings, site: { url } })

  test("opens only for its purpose and its site, unless the table says otherwise", async () => {
    const purpose = fc.constantFrom(...purposes)
    const site = fc.constantFrom(
      "https://app.test/auth",
      "https://app.test/other",
      "https://preview.test/auth",
      "http://app.test/auth",
    )
    await fc.assert(
      fc.asyncProperty(purpose, purpose, site, site, fc.string(), async (made, shown, here, there, text) => {
        const sealed = await sealValue({ text }, { ...sealOptionsFor(at(here), made), maxAge: 60 })
        const opened = await openValue(sealed, sealOptionsFor(at(there), shown))
        const isGood = made === shown && (here === there || !isBoundToSite(made))
        expect(opened?.["text"]).toBe(isGood ? text : undefined)
      }),
      { numRuns: 300 },
    )
  })
})

interface BoundService {
  auth: AuthService
  base: string
}

/** Creates two places with one secret: deployments that share a database, or tenants with tables of their own. */
async function createServices(kind: "sites" | "tenants", strategy: "jwt" | "database") {
  const issuer = await fakeIssuer()
  const { mail, newest } = mailbox()
  const user = { id: "1", name: "Ada", email: "ada@example.com", emailVerified: null, image: null }
  const config = (adapter = MemoryAdapter()): AuthConfig => {
    void adapter.createUser(user)
    const acme = {
      id: "acme",
      name: "Acme",
      type: "oidc",
      issuer: issuer.issuer,
      clientId: "client",
      clientSecret: "secret",
      endSession: true,
    } as const
    const base = passwordConfig({
      secret,
      adapter,
      session: { strategy, remember: true },
      rateLimit: {},
      fetch: issuer.fetch,
    })
    return { ...base, trustHost: true, providers: [...base.providers, acme, mail] }
  }
  const bases = ["https://one.test/auth", "https://two.test/auth"]
  const [first, second] = [config(), config()]
  const byHost = (request?: Request) => (request && new URL(request.url).hostname === "two.test" ? second : first)
  const tenants = createAuth(byHost, { env: {} })
  const auths =
    kind === "tenants" ? [tenants, tenants] : bases.map((AUTH_URL) => createAuth(first, { env: { AUTH_URL } }))
  const [here, there] = bases.map((base, index) => ({ base, auth: auths[index] ?? tenants }))
  if (!here || !there) throw new Error("There are two places")
  return { here, there, newest, issuer }
}

type Services = Awaited<ReturnType<typeof createServices>>

const createBrowser = ({ auth, base }: BoundService, jar?: CookieJarMap) => cookieClient(auth, jar, base)
const errorParam = (answer: Response) => new URL(answer.headers.get("location") ?? "x:").searchParams.get("error")

/** Leaves every kind of value in a browser. Returns the values that a URL or a form contains. */
async function collectTokens({ here, newest, issuer }: Services, address: string) {
  const browser = createBrowser(here)
  const seen = new Set<string>()
  const note = () => [...browser.jar.keys()].forEach((name) => seen.add(name))
  const csrfToken = await browser.csrfToken()
  await browser.post("/callback/credentials", { csrfToken, ...ADA, password: "no", email: address, asked: "remember" })
  note()
  await browser.post("/signin/email", { csrfToken, email: address, carry: "c" })
  const link = newest().url
  const started = await browser.post("/signin/acme", { csrfToken })
  const answer = `/callback/acme?${issuer.authorize(started.headers.get("location") ?? "", { sub: "x" })}`
  note()
  const before = new Map(browser.jar)
  await browser.post("/callback/credentials", { csrfToken, ...ADA })
  note()
  const after = new Map(browser.jar)
  const signedInToken = await browser.csrfToken()
  await browser.post("/signout", { csrfToken: signedInToken })
  await browser.get(answer).catch(() => undefined)
  note()
  return { before, after, csrfToken, signedInToken, link, answer, seen }
}

const isSignedIn = async (browser: ReturnType<typeof cookieClient>) =>
  (await (await browser.get("/session")).json()) !== null

/** Counts which values from the cookies in `jar` `place` accepts, by name. It should accept none. */
async function countRejections(
  place: BoundService,
  jar: () => CookieJarMap,
  made: Awaited<ReturnType<typeof collectTokens>>,
  address: string,
) {
  const found: string[] = []
  const tried = async (name: string, request: (browser: ReturnType<typeof cookieClient>) => Promise<unknown>) => {
    const browser = createBrowser(place, jar())
    await request(browser)
    if (await isSignedIn(browser)) found.push(name)
  }
  await tried("form token", (browser) => browser.post("/callback/credentials", { csrfToken: made.csrfToken, ...ADA }))
  await tried("answer of the provider", (browser) => browser.get(made.answer))
  await tried("magic link", async (browser) => {
    const { searchParams } = new URL(made.link)
    await browser.get(`/callback/email?${searchParams}`)
    const csrfToken = await browser.csrfToken()
    await browser.post("/callback/email", { ...Object.fromEntries(searchParams), csrfToken })
  })
  if ((await (await createBrowser(place, jar()).get("/signin")).text()).includes(address)) found.push("typed address")
  return found
}

const KINDS = ["sites", "tenants"] as const
const STRATEGIES = ["jwt", "database"] as const

test("a value of one site or tenant counts at no other with the same secret", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...KINDS),
      fc.constantFrom(...STRATEGIES),
      fc.integer({ min: 0, max: 1e9 }),
      async (kind, strategy, number) => {
        const address = `u${number}@example.com`
        const world = await createServices(kind, strategy)
        const made = await collectTokens(world, address)
        expect(await countRejections(world.there, () => new Map(made.before), made, address)).toEqual([])
        expect(await isSignedIn(createBrowser(world.there, new Map(made.after)))).toBe(false)
        const other = createBrowser(world.there, new Map(made.after))
        const changed = await other.post("/signout", { csrfToken: made.signedInToken })
        expect(errorParam(changed)).toBe("MissingCSRF")
        if (strategy === "jwt") {
          const cookie = [...made.after].map(([name, { value }]) => `${name}=${value}`).join("; ")
          expect(await getToken({ req: { headers: { cookie } }, secret, site: world.here.base })).not.toBeNull()
          expect(await getToken({ req: { headers: { cookie } }, secret, site: world.there.base })).toBeNull()
        }
      },
    ),
    { numRuns: 12 },
  )
})

test("attempts at one tenant don't count against the other's user", async () => {
  for (const kind of KINDS) {
    const { here, there } = await createServices(kind, "jwt")
    const guess = async (place: BoundService) => {
      const browser = createBrowser(place)
      return browser.signInWith("credentials", { ...ADA, password: "no" }, { "x-auth-return-redirect": "1" })
    }
    const statuses: number[] = []
    for (let attempt = 0; attempt < 120; attempt++) statuses.push((await guess(here)).status)
    expect(statuses).toContain(429)
    expect((await guess(there)).status).not.toBe(429)
  }
})

test("only a magic link works in another browser of the same site", async () => {
  for (const strategy of STRATEGIES) {
    const world = await createServices("sites", strategy)
    const made = await collectTokens(world, "ada@example.com")
    expect(await countRejections(world.here, () => new Map(), made, "ada@example.com")).toEqual(["magic link"])
  }
})

/**
 * Files whose maps hold prepared settings, requests, turns, pages, messages and warnings, by the object they belong to.
 */
const WITHOUT_VALUES = [
  "adapters/open.ts",
  "adapters/prisma/names.ts",
  "cli/init/auth-module.ts",
  "cli/init/runtime-files.ts",
  "core/config/background.ts",
  "core/config/prepare.ts",
  "core/config/warn-once.ts",
  "core/failures/development.ts",
  "core/pages/providers.ts",
  "core/pages/render.ts",
  "core/pages/sign-in.ts",
  "core/request/auth-request.ts",
  "core/request/language.ts",
  "core/request/respond.ts",
  "features/account/deletion/sweep.ts",
  "features/open-id/end-session.ts",
  "integrations/cached-service.ts",
  "integrations/express/mount.ts",
  "integrations/qwik/event.ts",
  "migrate/authjs/core.ts",
  "migrate/next-auth-4/options.ts",
  "migrate/next-auth-4/service.ts",
  "service/router.ts",
]

test("under the Auth.js preset, tokens name no site, so sites need their own secrets", async () => {
  expect(Object.values(AUTHJS).filter(({ boundTo }) => (boundTo as readonly string[]).includes("site"))).toEqual([])
  const signedIn = async (url: string, own: string, jar?: CookieJarMap) => {
    const ada = cookieClient(passwordService({ ...authjs(), secret: own }, { AUTH_URL: url }), jar, url)
    if (!jar) await ada.signInWith("credentials", ADA)
    return { jar: ada.jar, user: (await (await ada.get("/session")).json()) !== null }
  }
  const { jar, user } = await signedIn("https://app.test/auth", secret)
  expect(user).toBe(true)
  expect((await signedIn("https://preview.test/auth", secret, new Map(jar))).user).toBe(true)
  expect((await signedIn("https://preview.test/auth", "o".repeat(32), new Map(jar))).user).toBe(false)
})

describe("the table has a row for every", () => {
  const sources = (readdirSync("server", { recursive: true }) as string[])
    .filter((file) => file.endsWith(".ts") && !/test|testing|fixtures|crypto\/bindings/.test(file))
    .map((file) => ({ file, text: readFileSync(`server/${file}`, "utf8") }))

  test("cookie that is set", async () => {
    const known = new Set([
      ...Object.keys(PLAIN_COOKIES),
      ...purposes,
      ...CONFIGURABLE.map((name) => `latchkit.${name}`),
    ])
    const made = await collectTokens(await createServices("sites", "jwt"), "ada@example.com")
    const names = [...made.seen].map((name) => name.replace(/^__Host-/, "").replace(/\.[0-9a-f]{10}$/, ""))
    expect(names.length).toBeGreaterThan(8)
    expect(names.filter((name) => !known.has(name))).toEqual([])
  })

  test("cookie name in the source", () => {
    const known = new Set([
      ...Object.keys(PLAIN_COOKIES),
      ...purposes,
      ...CONFIGURABLE.map((name) => `latchkit.${name}`),
    ])
    // Metrics and their attributes have such names, too
    const withCookies = sources.filter(({ file }) => !file.startsWith("integrations/opentelemetry/"))
    const names = withCookies.flatMap(({ text }) =>
      [...text.matchAll(/(?<!Symbol(?:\.for)?\()"(latchkit\.[a-z_.-]+)"/g)].map(([, name = ""]) => name),
    )
    expect(names.length).toBeGreaterThan(10)
    expect([...new Set(names)].filter((name) => !known.has(name))).toEqual([])
  })

  test("memory that configurations with one secret share", () => {
    expectTypeOf<keyof typeof MEMORY>().toEqualTypeOf<keyof InstanceMemory>()
    expect(Object.keys(MEMORY)).toContain("counters")
  })

  test("map of a module, unless it holds pages, settings or requests", () => {
    const maps = sources
      .filter(({ text }) => /^const \w+ = (?:new (?:Weak|Lru)?Map|memoize)\b/m.test(text))
      .map(({ file }) => file)
    const others = maps.filter((file) => !(file in BY_OBJECT)).sort()
    expect(others).toEqual(WITHOUT_VALUES)
  })

  test("configurable cookie", () => {
    const { callbackUrl, csrfToken, ...sealed } = cookieTables()({ secure: true })
    expect([callbackUrl, csrfToken].every(Boolean)).toBe(true)
    expect(Object.keys(sealed).filter((name) => !(name in SEALED))).toEqual([])
    expect(Object.keys(CONFIGURABLE_COOKIES)).toEqual(["callbackUrl"])
  })

  test("lock in a database", () => {
    const names = sources.flatMap(({ text }) =>
      [...text.matchAll(/"(latchkit:[a-z-]*lock)"|\b(get_lock|pg_advisory_lock)\(/g)].map(
        ([, row]) => row ?? "migrations",
      ),
    )
    expect([...new Set(names)].sort()).toEqual(Object.keys(DATABASE_LOCKS).sort())
  })

  // The typed helpers only accept rows of the table. The functions underneath would bypass it
  test("sealed or signed value: no other file calls the functions underneath", () => {
    const callers = (name: RegExp) =>
      sources
        .filter(({ text }) => name.test(text))
        .map(({ file }) => file)
        .sort()
    expect(callers(/\bsealClaims\(/)).toEqual([
      "core/crypto/jwt.ts",
      "core/crypto/sealed.ts",
      "core/crypto/token-form.ts",
      "migrate/authjs/tokens.ts",
      "migrate/next-auth-4/tokens.ts",
    ])
    expect(callers(/\bcreateHmac\(/)).toEqual(["core/crypto/bytes.ts", "core/crypto/jwe.ts"])
    // `callbacks.ts` verifies what Shopify signed with the client secret. A webhook has a secret of its endpoint's own
    expect(callers(/\bsubtle\.sign\(/)).toEqual([
      "core/crypto/bytes.ts",
      "core/crypto/web-jwe.ts",
      "integrations/webhooks/signature.ts",
      "providers/quirks/callbacks.ts",
    ])
    expect(callers(/\bopenClaims\(/)).toEqual([
      "core/crypto/jwt.ts",
      "core/crypto/sealed.ts",
      "core/crypto/token-form.ts",
      "migrate/authjs/tokens.ts",
      "migrate/next-auth-4/tokens.ts",
    ])
    const hashes = callers(/\bsha256\(|\bcreateHash\(|\bsubtle\.digest\(/)
    const names = hashes.filter((file) => file !== "core/crypto/bytes.ts" && file !== "core/crypto/keyring.ts")
    expect(names).toEqual(Object.keys(UNKEYED).sort())
    expect(callers(/\bclaimOnce\?*\.?\(/)).toEqual([
      "adapters/contract.ts",
      "adapters/core/tokens.ts",
      "core/config/replay-store.ts",
      "features/access-tokens/access-token.ts",
    ])
  })
})
