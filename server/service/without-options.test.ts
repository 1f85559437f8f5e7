// Pins what an app sends that uses no passkeys, FedCM, device-bound sessions or options for high assurance
import { describe, expect, test } from "vitest"
import type { SessionStrategyName } from "../core/config/callbacks.ts"
import { oauthService, type Browser } from "../test-kit/oauth-service.ts"

const ADA = { sub: "ada", email: "ada@app.test", email_verified: true, name: "Ada" }
const STRATEGIES: readonly SessionStrategyName[] = ["jwt", "database"]
/** Words of the features in pages, scripts' names and JSON. */
const FEATURES = /fedcm|device-?bound|secure-session|passkey|webauthn|publickey|"bound"/i

interface Sent {
  headers: string[]
  cookies: string[]
  body: string
}

/** Sends a request. Returns the names of the response's headers and cookies, and its body. */
async function send(request: Promise<Response>): Promise<Sent> {
  const response = await request
  const name = (line: string) => line.slice(0, line.indexOf("=")).replace(/^__Host-latchkit\.([a-z-]+)(?:\..+)?$/, "$1") // without an id
  return {
    headers: [...new Set(response.headers.keys())].toSorted(),
    cookies: [...new Set(response.headers.getSetCookie().map(name))].toSorted(),
    body: `${[...response.headers].flat().join("\n")}\n${await response.text()}`,
  }
}

const postTo =
  (browser: Browser) =>
  async (path: string, fields: Record<string, string> = {}) =>
    browser.post(path, { csrfToken: await browser.csrfToken(), ...fields })

/** The headers of every response. */
const COMMON = [
  "cache-control",
  "content-security-policy",
  "cross-origin-opener-policy",
  "referrer-policy",
  "vary",
  "x-content-type-options",
  "x-frame-options",
]
const SHOWN = [...COMMON, "content-type"]
const REDIRECT = [...COMMON, "location"]
const START = ["callback-url", "flow", "pkce", "state"]
const CALLBACK = ["last-used", "pkce", "session-token", "state", "version"]
const END = { jwt: ["ended", "session-token", "version"], database: ["session-token", "version"] }

type Row = [name: string, request: (browser: Browser) => Promise<Response>, headers: string[], cookies: string[]]

describe.each(STRATEGIES)("without the options, with the %s strategy,", (strategy) => {
  test("each route sends its usual headers and cookies, and no word of the features", async () => {
    const { browser, start } = await oauthService({ session: { strategy } })
    const rows: Row[] = [
      ["the list of providers", (ada) => ada.get("/providers"), SHOWN, []],
      ["the CSRF token", (ada) => ada.get("/csrf"), SHOWN, ["csrf-token"]],
      ["the sign-in page", (ada) => ada.get("/signin"), SHOWN, []],
      ["a start", (ada) => postTo(ada)("/signin/acme"), REDIRECT, START],
      ["a callback", async (ada) => ada.get(await start(ada, ADA)), REDIRECT, CALLBACK],
      ["the session", (ada) => ada.get("/session"), [...SHOWN, "latchkit-version"], []],
      ["the account page", (ada) => ada.get("/account", { accept: "text/html" }), SHOWN, []],
      ["the sign-out page", (ada) => ada.get("/signout"), SHOWN, []],
      ["a sign-out", (ada) => postTo(ada)("/signout"), REDIRECT, END[strategy]],
      ["the error page", (ada) => ada.get("/error?error=AccessDenied"), SHOWN, []],
    ]
    const ada = browser()
    for (const [name, request, headers, cookies] of rows) {
      const sent = await send(request(ada))
      const all = cookies.length > 0 ? [...headers, "set-cookie"] : headers
      expect([name, sent.cookies, sent.headers]).toEqual([name, cookies, all.toSorted()])
      expect([name, FEATURES.exec(sent.body)]).toEqual([name, null])
    }
  })
  test("requests to a provider have their usual parameters and headers", async () => {
    const { browser, start, issuer } = await oauthService({ session: { strategy } })
    const ada = browser()
    const authorize = new URL((await postTo(ada)("/signin/acme")).headers.get("location") ?? "")
    expect([...authorize.searchParams.keys()].toSorted()).toEqual([
      "client_id",
      "code_challenge",
      "code_challenge_method",
      "redirect_uri",
      "response_type",
      "scope",
      "state",
    ])
    await ada.get(await start(ada, ADA))
    const [token] = issuer.requests.filter(({ url }) => url.endsWith("/token"))
    expect([...new URLSearchParams(token?.body).keys()].toSorted()).toEqual([
      "code",
      "code_verifier",
      "grant_type",
      "redirect_uri",
    ])
    expect([...(token?.headers.keys() ?? [])].toSorted()).toEqual([
      "accept",
      "authorization",
      "content-type",
      "user-agent",
    ])
    expect(new Set(issuer.requests.map(({ url }) => new URL(url).pathname))).toEqual(
      new Set(["/.well-known/openid-configuration", "/token", "/jwks"]),
    )
  })

  test("the features' own addresses don't exist", async () => {
    const { browser } = await oauthService({ session: { strategy } })
    const ada = browser()
    for (const path of ["/fedcm/acme", "/sign-up"]) expect([path, (await ada.get(path)).status]).toEqual([path, 404])
    for (const name of ["webauthn", "passkey-endpoints"]) {
      const { status } = await ada.get(`https://app.test/.well-known/${name}`)
      expect([name, status]).toEqual([name, 404])
    }
    for (const path of ["/device-bound", "/fedcm/acme", "/sign-up"])
      expect([path, (await postTo(ada)(path)).status]).toEqual([path, 404])
  })
})
