import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest"
import type { RedirectResponse } from "../../client/protocol.ts"
import { ATTEMPT_COOKIE, LAST_USED_COOKIE, TRUSTED_DEVICE_COOKIE, VERSION_COOKIE } from "../core/cookies/names.ts"
import { getToken } from "../jwt.ts"
import { cookieClient } from "../testing/cookie-client.ts"
import { FRAMEWORK_APPS, type FrameworkApp } from "../test-kit/framework-apps.ts"
import {
  ADA,
  pauseService,
  SIGN_IN_METHODS,
  SIGN_IN_MODES,
  signedIn,
  type Browser,
  type SignInMethod,
  type SignInMode,
} from "../test-kit/pause-service.ts"

const SESSION_COOKIE = "__Host-latchkit.session-token"
const TERMS = "https://app.test/terms"
const STRATEGIES = ["jwt", "database"] as const
/** Cookies that only a user who has signed in gets. */
const SIGNED_IN_COOKIES = [SESSION_COOKIE, ...[LAST_USED_COOKIE, TRUSTED_DEVICE_COOKIE, VERSION_COOKIE].map(hostCookie)]

function hostCookie(name: string): string {
  return `__Host-${name}`
}

beforeEach(() => void vi.stubEnv("AUTH_URL", "https://app.test/auth"))
afterEach(() => void vi.unstubAllEnvs())

type Service = Awaited<ReturnType<typeof startService>>

/** Serves Ada's app, and keeps every response as it was sent. */
async function startService(serve: (typeof FRAMEWORK_APPS)[keyof typeof FRAMEWORK_APPS], strategy: "jwt" | "database") {
  const app: { running?: FrameworkApp } = {}
  const seen: string[] = []
  const service = await pauseService({
    strategy,
    config: { rateLimit: false },
    async serve(config) {
      const running = await serve(config)
      app.running = running
      return {
        async handle(request) {
          const response = await running.handle(request)
          const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`)
          seen.push([...headers, await response.clone().text()].join("\n"))
          return response
        },
      }
    },
  })
  return { ...service, seen, close: () => app.running?.close?.() }
}

/** Returns every sign of a session: cookies, tokens, rows, events, and what the browser can read. */
async function signsOfSession({ adapter, ada, events, seen, auth }: Service, client: Browser): Promise<string[]> {
  const sent = seen.splice(0).join("\n")
  const set = [...sent.matchAll(/^set-cookie: ([^=]+)=([^;]+)/gm)].map(([, name = "", value = ""]) => ({ name, value }))
  const cookies = set.filter(({ name }) => SIGNED_IN_COOKIES.some((known) => name.startsWith(known)))
  const values = new Set([...set.map(({ value }) => value), ...(sent.match(/eyJ[\w-]+(\.[\w-]*){2,4}/g) ?? [])])
  const tokens = await Promise.all([...values].map((value) => opensSession(auth, decodeURIComponent(value))))
  const rows = await adapter.listSessions(ada.id)
  const reads = await readSession(client)
  return [
    ...cookies.map(({ name }) => `the cookie ${name}`),
    ...tokens.flatMap((opened) => (opened ? ["a token"] : [])),
    ...rows.map(() => "a row"),
    ...events.splice(0).map((name) => `the event ${name}`),
    ...reads,
  ]
}

/** Returns whether a value opens a session, as a cookie or as a bearer token. No framework decides that. */
async function opensSession(auth: Service["auth"], value: string): Promise<boolean> {
  const thief = cookieClient(auth, new Map([[SESSION_COOKIE, { value }]]))
  const headers = { authorization: `Bearer ${value}` }
  const bearer = (await (await cookieClient(auth).get("/session", headers)).json()) as unknown
  return (await signedIn(thief)) !== null || bearer !== null
}

/** Returns the places where a browser's session can be read. */
async function readSession(client: Browser): Promise<string[]> {
  const json = async (path: string) => (await (await client.get(path)).json()) as unknown
  const secret = "s".repeat(32)
  const found = {
    "GET session": await json("/session"),
    "GET account": await json("/account"),
    "the app's page": await json("https://app.test/who"),
    getToken: await getToken({ req: client.request("/who"), secret }),
  }
  return Object.entries(found).flatMap(([place, value]) => (value === null ? [] : [place]))
}

/** Returns where a response leads, and the step that it names. */
async function destination(response: Response): Promise<{ url: string | null; step?: string }> {
  if (response.headers.has("location")) return { url: response.headers.get("location") }
  const { stepProps: _, ...rest } = (await response.json()) as RedirectResponse // the shape of the response
  return rest
}

/** Only the browser starts a sign-in with a passkey. Only a framework has server actions. */
const isPossible = (name: string, method: SignInMethod, mode: SignInMode) =>
  (method !== "passkey" || !["helper", "server action"].includes(mode)) &&
  (name !== "no framework" || mode !== "server action")

const possibleSignIns = (name: string) =>
  SIGN_IN_METHODS.flatMap((method) =>
    SIGN_IN_MODES.filter((mode) => isPossible(name, method, mode)).map((mode) => ({ method, mode })),
  )

type Forgery = (client: Browser, path: string, fields: Record<string, string>) => Promise<Response>

const FORGERIES: Record<string, Forgery> = {
  "from another site": (client, path, fields) =>
    client.post(path, fields, { origin: "https://evil.test", "sec-fetch-site": "cross-site" }),
  "from a sibling host": (client, path, fields) =>
    client.post(path, fields, { origin: "https://other.app.test", "sec-fetch-site": "same-site" }),
  "from a sandbox": (client, path, fields) => client.post(path, fields, { origin: "null" }),
  "JSON that a form can send": (client, path, fields) =>
    client.postJson(path, fields, { "content-type": "text/plain; application/json", origin: "https://evil.test" }),
  "without a CSRF token": (client, path, { csrfToken: _, ...fields }) => client.post(path, fields),
}

describe.each(Object.entries(FRAMEWORK_APPS))("with %s", (name, serve) => {
  describe.each(STRATEGIES)("and the %s strategy", (strategy) => {
    const started: { service?: Service } = {}
    beforeAll(async () => {
      vi.stubEnv("AUTH_URL", "https://app.test/auth")
      started.service = await startService(serve, strategy)
    })
    afterAll(() => started.service?.close())

    test.each(possibleSignIns(name))(
      "a sign-in with $method by $mode opens no session before its step (threat 401)",
      async (row) => {
        const service = started.service ?? expect.fail("not started")
        const { adapter, ada, browser, prove, submit, seen, step, events } = service
        await adapter.deleteSessions(ada.id)
        seen.length = events.length = 0
        step.needed = true
        const client = browser()
        const paused = await prove(client, row.method, { mode: row.mode })
        const asJson = row.mode === "JSON"
        expect(await destination(paused)).toEqual({ url: TERMS, ...(asJson && { step: "terms" }) })
        const set = paused.headers.getSetCookie().filter((line) => !/; Max-Age=0/i.test(line))
        expect(set.map((line) => line.split("=")[0])).toContain(hostCookie(ATTEMPT_COOKIE))
        expect(await signsOfSession(service, client)).toEqual([])

        const finished = await submit(client)
        expect((await destination(finished)).url).toMatch(/^https:\/\/app\.test\/(auth\/popup\?.*)?$/)
        expect(await signedIn(client)).toBe(ADA.email)
        const signs = await signsOfSession(service, client)
        for (const sign of ["a token", "the event signIn", "GET session", "GET account", "the app's page"])
          expect(signs).toContain(sign)
        expect(signs).toContain(strategy === "database" ? "a row" : "getToken")
        expect(signs).toContain(`the cookie ${SESSION_COOKIE}`)
      },
    )
  })

  test.each(Object.entries(FORGERIES))("a step's form is rejected if it is %s (threat 421)", async (_, forgery) => {
    const service = await startService(serve, "jwt")
    onTestFinished(() => service.close())
    const { auth, browser, prove } = service
    const client = browser()
    await prove(client, "credentials")
    const { step } = await auth.openStep(client.request("/terms"))
    const fields = { csrfToken: await client.csrfToken(), attempt: step?.fields.attempt ?? "" }
    for (const choice of [{ accept: "yes" }, { cancel: "1" }]) {
      const { status, headers } = await forgery(client, "/step/terms", { ...fields, ...choice })
      expect(`${status} ${headers.get("location")}`).toMatch(/^4|error=MissingCSRF/)
    }
    await client.get(`/step/terms?${new URLSearchParams({ ...fields, cancel: "1" })}`)
    expect((await auth.openStep(client.request("/terms"))).step).toEqual(step && { ...step, fields: expect.anything() })
    expect(await signsOfSession(service, client)).toEqual([])
  })
})
