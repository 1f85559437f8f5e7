import { describe, expect, test } from "vitest"
import { eventService } from "../test-kit/event-service.ts"
import { pauseService, SIGN_IN_METHODS } from "../test-kit/pause-service.ts"
import { createAuth } from "./auth.ts"
import { ROUTES } from "../test-kit/routes.ts"

const SITE = "https://app.test"
const TRUSTED = "https://trusted.test"
const trustedOrigins = [TRUSTED]

/** URLs that lead to another site, or look like it. */
const HOSTILE = [
  "https://evil.test/x",
  "//evil.test",
  "///evil.test",
  "/\\evil.test",
  "\\\\evil.test",
  "https:\\\\evil.test",
  "https:/evil.test",
  "\t//evil.test",
  "/.//evil.test",
  "https://app.test//evil.test",
  "https://app.test\\@evil.test",
  "https://app.test@evil.test/",
  "https://user:pw@app.test/",
  "https://app.test.evil.test/",
  "https://trusted.test@evil.test/",
  "https://trusted.test.evil.test/",
  "https://trusted.test:444/",
  "http://app.test/",
  "javascript:alert(1)//evil.test",
  "data:text/html,evil.test",
  "blob:https://app.test/evil.test",
  "evil.test:443",
  "%2F%2Fevil.test",
  "https%3A%2F%2Fevil.test",
  "%5C%5Cevil.test",
]

const PATHS: Record<string, string> = {
  signin: "/signin/email",
  callback: "/callback/password",
  step: "/step/terms",
  fedcm: "/fedcm/acme",
  "initiate-login": "/initiate-login/acme",
  "two-step": "/two-step/totp",
}

/** Every parameter that names a page, of any route. */
const NAMES = ["callbackUrl", "redirectTo", "target_link_uri", "page"] as const
const withEvery = (url: string) => Object.fromEntries(NAMES.map((name) => [name, url]))

/** Returns whether a URL, or one in its query, leads away from the site. */
function leadsAway(text: string): boolean {
  const url = URL.parse(text, `${SITE}/`)
  if (!url || text === "") return false
  if (!["https:", "http:"].includes(url.protocol)) return /^(?:javascript|data|blob|evil\.test):/.test(text)
  const isForeign = /(?:^|\.)evil\.test$/.test(url.hostname) || url.port === "444" || url.href.startsWith("http://app")
  return (
    isForeign || url.username !== "" || url.pathname.startsWith("//") || [...url.searchParams.values()].some(leadsAway)
  )
}

/** Returns every text of a response that a browser or a script could follow. */
async function followedTexts(response: Response): Promise<string[]> {
  const body = await response.text()
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true
  const cookies = response.headers.getSetCookie().map((line) => decodeURIComponent(/=([^;]*)/.exec(line)?.[1] ?? ""))
  const attributes = body.matchAll(/\b(?:href|action|formaction|value|src|content|data-[\w-]+)="([^"]*)"/g)
  const inBody = isJson ? jsonTexts(JSON.parse(body)) : Array.from(attributes, ([, text = ""]) => unescaped(text))
  return [response.headers.get("location") ?? "", ...cookies, ...inBody]
}

const jsonTexts = (value: unknown): string[] =>
  typeof value === "string" ? [value] : Object.values(value ?? {}).flatMap(jsonTexts)

const unescaped = (html: string) => html.replaceAll("&#x3D;", "=").replaceAll("&quot;", '"').replaceAll("&amp;", "&")

const rows = Object.keys(ROUTES).map((name) => name.split(" ") as [method: string, action: string])

describe("whatever URL a request names, no other site comes out (threat 1)", async () => {
  const service = await eventService({ account: { deletion: {}, changeEmail: true, export: true }, trustedOrigins })
  service.step.needed = false
  const signedIn = service.browser()
  await service.prove(signedIn, "passkey")
  const csrfToken = await signedIn.csrfToken()

  test.each(rows)("%s %s", async (method, action) => {
    const path = PATHS[action] ?? `/${action}`
    for (const url of HOSTILE) {
      const fields = { ...withEvery(url), change: "switch", id: "unknown", iss: service.issuer.issuer }
      const target = `${path}?${new URLSearchParams(fields)}`
      for (const headers of [{ accept: "text/html" }, { accept: "application/json" }]) {
        const guest = service.browser()
        const form = { csrfToken, ...fields }
        const jar = new Map(signedIn.jar)
        const responses =
          method === "GET"
            ? [await guest.get(target, headers), await service.browser(jar).get(target, headers)]
            : [
                await guest.post(path, { ...fields, csrfToken: await guest.csrfToken() }, headers),
                await service.browser(jar).post(path, form, headers),
                await service.browser(jar).post(target, { csrfToken, change: "switch", id: "unknown" }, headers),
              ]
        for (const response of responses) {
          const texts = await followedTexts(response)
          expect([url, texts.filter(leadsAway)]).toEqual([url, []])
        }
      }
    }
  })
})

describe("a sign-in that was paused", () => {
  test.each(SIGN_IN_METHODS)("by %s ends on the site, whatever URL it began with (threat 415)", async (method) => {
    const newService = () => pauseService({ config: { trustedOrigins, rateLimit: false } })
    let service = await newService()
    for (const [index, callbackUrl] of HOSTILE.entries()) {
      if (index % 12 === 0) service = await newService() // a mailbox gets a few codes only
      service.step.needed = true
      const browser = service.browser()
      const paused = await service.prove(browser, method, { fields: { callbackUrl, redirectTo: callbackUrl } })
      expect([callbackUrl, paused.headers.get("location")]).toEqual([callbackUrl, `${SITE}/terms`])
      const to = (await service.submit(browser, { accept: "yes", callbackUrl })).headers.get("location") ?? ""
      expect([callbackUrl, new URL(to).origin, leadsAway(to)]).toEqual([callbackUrl, SITE, false])
    }
  })

  test.each(SIGN_IN_METHODS)("by %s leads to no origin that isn't trusted any more (threat 415)", async (method) => {
    const later = { isNow: false }
    const service = await pauseService({
      serve: (config) => {
        const [before, after] = [{ ...config, trustedOrigins }, config].map((one) =>
          createAuth(one, { env: { AUTH_URL: `${SITE}/auth` } }),
        )
        return { handle: async (request) => (later.isNow ? after : before)?.handle(request) ?? new Response() }
      },
    })
    const fields = { callbackUrl: `${TRUSTED}/in` }
    for (const [isNow, wanted] of [
      [false, `${TRUSTED}/in`],
      [true, `${SITE}/`],
    ] as const) {
      later.isNow = false
      service.step.needed = true
      const browser = service.browser()
      await service.prove(browser, method, { fields })
      later.isNow = isNow
      expect((await service.submit(browser)).headers.get("location")).toBe(wanted)
    }
  })
})

test.each(["oidc", "oauth"] as const)(
  "a response of %s leads to no origin that isn't trusted any more (threat 1)",
  async (method) => {
    const service = await pauseService({
      serve: (config) => {
        const before = createAuth({ ...config, trustedOrigins }, { env: { AUTH_URL: `${SITE}/auth` } })
        const after = createAuth(config, { env: { AUTH_URL: `${SITE}/auth` } })
        const isReturn = ({ url }: Request) => new URL(url).pathname.startsWith("/auth/callback/")
        return { handle: async (request) => (isReturn(request) ? after : before).handle(request) }
      },
    })
    service.step.needed = false
    const response = await service.prove(service.browser(), method, { fields: { callbackUrl: `${TRUSTED}/in` } })
    expect(response.headers.get("location")).toBe(`${SITE}/`)
  },
)
