import { expect, test } from "vitest"
import type { OIDCConfig } from "../providers/types.ts"
import { oauthService, signedInName } from "./oauth-service.ts"
import { randomClaims } from "./hostile.ts"
import { createChance, type Chance } from "./mutations.ts"

/** More runs: `LATCHKIT_FUZZ=100000`. Run a failed seed again with `LATCHKIT_FUZZ_SEED`. */
const SIGN_INS = Number(process.env["LATCHKIT_FUZZ"] ?? 20_000) / 100
const SEED = Number(process.env["LATCHKIT_FUZZ_SEED"] ?? Date.now() % 2 ** 31)
const SECRET = "client-secret-7f3a"
const ISSUER = "https://issuer.test"
const ADA = { sub: "ada", name: "Ada", email: "ada@app.test", email_verified: true }

/** Values that a field of a provider's document should not have. */
const ODD: [unknown, ...unknown[]] = [
  undefined,
  null,
  "",
  " ",
  0,
  -1,
  1e21,
  1.5,
  true,
  false,
  [],
  [[]],
  {},
  [ISSUER],
  "none",
  "HS256",
  "DPoP",
  "a\r\nb",
  "\u0000",
  "\ud800",
  "https://evil.test/x",
  "http://127.0.0.1/x",
  "https://169.254.169.254/",
  "https://user:pw@issuer.test/token",
  "//evil.test",
  "javascript:alert(1)",
  `${ISSUER}/{tenantid}/v2.0`,
  "{issuer~(.|.)+!}",
  "x".repeat(5000),
  "__proto__",
  { toString: null },
  { code: "ok" },
]
/** URLs that would repeat a secret if their placeholders were filled. */
const TEMPLATES: [string, ...string[]] = [
  `${ISSUER}/token?a={clientSecret}`,
  `${ISSUER}/userinfo?a={$token.access_token}`,
]
const FIELDS = [
  "__proto__",
  "error",
  "mtls_endpoint_aliases",
  "id_token",
  "expires_in",
  "scope",
  "token_type",
  "keys",
  "errcode",
  "sub",
  "iss",
]

type Document = Record<string, unknown>

function changeField(document: Document, chance: Chance): Document {
  const [first = "sub", ...others] = [...Object.keys(document), ...FIELDS]
  const value = chance.happens(0.4) ? chance.pick(TEMPLATES) : chance.pick(ODD)
  const name = chance.pick([first, ...others])
  return Object.defineProperty({ ...document }, name, { value, enumerable: true, configurable: true, writable: true })
}

/** Changes the document that a provider responds with, its status or its type. */
function hostileResponse(document: Document, chance: Chance): Response {
  const { keys } = document
  const [key] = Array.isArray(keys) ? (keys as Document[]) : [] // published by the fake issuer
  const changed = key && chance.happens(0.7) ? { keys: [changeField(key, chance), key] } : changeField(document, chance)
  const status = chance.pick([200, 200, 200, 201, 400, 401, 500])
  const type = chance.pick(["application/json", "application/json", "text/plain", "application/jwt", "text/html", ""])
  return chance.pick<() => Response>([
    () => Response.json(changed),
    () => Response.json(changed),
    () => new Response(JSON.stringify(changed), { status, headers: { "content-type": type } }),
    () => new Response("[".repeat(5000), { headers: { "content-type": type } }),
    () => Response.redirect("https://evil.test/"),
  ])()
}

/** Returns options that make different requests. */
function randomOptions(chance: Chance): Partial<OIDCConfig> {
  return {
    clientSecret: SECRET,
    ...(chance.happens(0.3) && { idToken: false }),
    ...(chance.happens(0.2) && { dpop: true }),
    ...(chance.happens(0.2) && { checks: ["pkce", "nonce"] }),
    ...(chance.happens(0.2) && { endSession: true }),
  }
}

async function hostileService(chance: Chance, time: { now: number }) {
  const written: string[] = []
  const write = (...values: unknown[]) => void written.push(...values.map(String))
  const requests: string[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    requests.push(request.url)
    const usual = await service.issuer.fetch(request).catch(() => Response.json({}))
    const text = await usual.text()
    const { status } = usual
    if (chance.happens(0.65)) return new Response(text, { status, headers: { "content-type": "application/json" } })
    return hostileResponse(JSON.parse(text) as Document, chance) // the fake issuer's own
  }
  const logger = { error: (error: Error) => write(error.stack, error.cause), warn: write, debug: write }
  const service = await oauthService({ fetch, clock: () => time.now, logger }, randomOptions(chance))
  service.issuer.responses.token = (body) => ({
    ...body,
    refresh_token: "refresh",
    ...(chance.happens(0.2) && { token_type: "DPoP" }),
  })
  service.issuer.responses.refresh = async () => ({ access_token: "next", token_type: "Bearer", expires_in: 60 })
  return { ...service, written, requests }
}

/** Signs in, gets a new access token and signs out. Returns whether a user was signed in. */
async function signInAndOut(chance: Chance) {
  const time = { now: Date.now() }
  const { auth, issuer, browser: open, written, requests } = await hostileService(chance, time)
  const browser = open()
  const started = await browser.post("/signin/acme", { csrfToken: await browser.csrfToken() })
  const responses = [started]
  const url = started.headers.get("location") ?? ""
  if (url.startsWith(`${ISSUER}/authorize`)) {
    const parameters = issuer.authorize(url, chance.happens(0.3) ? randomClaims(chance) : ADA)
    responses.push(await browser.get(`/callback/acme?${parameters}`))
  }
  const name = await signedInName(browser)
  time.now += 3600_000
  const refreshed = await auth.getAccessToken(browser.request("/"), "acme").catch((error: unknown) => error)
  const signedOut = await browser.post("/signout", { csrfToken: await browser.csrfToken() })
  responses.push(signedOut, await browser.get(signedOut.headers.get("location") ?? "/signout"))
  return { isSignedIn: Boolean(name), responses, refreshed, written, requests }
}

test("a provider that sends anything gets no secret into a URL or the log, and no internal request (threats 101, 250)", async () => {
  const chance = createChance(SEED)
  const hosts = new Set<string>()
  const entered = { users: 0 }
  for (let count = 0; count < SIGN_INS; count++) {
    const { isSignedIn, responses, refreshed, written, requests } = await signInAndOut(chance)
    const at = `LATCHKIT_FUZZ_SEED=${SEED}, sign-in ${count}`
    if (isSignedIn) entered.users++
    for (const request of requests) hosts.add(new URL(request).host)
    for (const { status, headers } of responses) {
      const location = headers.get("location")
      expect(status, at).toBeLessThan(500)
      expect([location === null || new URL(location).protocol, at]).toEqual([location === null || "https:", at])
      written.push(location ?? "")
    }
    if (refreshed instanceof Error)
      expect(Reflect.get(refreshed, "type"), at).toMatch(/^(?:RefreshToken|Adapter)Error$/)
    const leaked = [...written, ...requests].find((text) => text.includes(SECRET) || /access-[0-9a-f]{8}-/.test(text))
    expect([leaked, at]).toEqual([undefined, at])
  }
  expect([...hosts].filter((host) => host !== "issuer.test" && host !== "evil.test")).toEqual([])
  expect(entered.users).toBeGreaterThan(SIGN_INS / 20)
}, 600_000)
