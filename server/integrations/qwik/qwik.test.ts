import { requestHandler } from "@builder.io/qwik-city/middleware/request-handler"
import type { RequestEventCommon, RequestHandler } from "@builder.io/qwik-city"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import type { Session } from "../../../client/contract.ts"
import type { AuthConfig } from "../../service/config.ts"
import type { OIDCConfig } from "../../providers/types.ts"
import { ADA, passwordConfig } from "../../test-kit/password-service.ts"
import { cookieClient, type CookieJarMap } from "../../testing/cookie-client.ts"
import { qwikRequest } from "../../test-kit/framework-apps.ts"
import { signInByForm, signOutByForm } from "../forms.ts"
import type { FormOptions } from "../responses.ts"
import { getSessionData } from "./get-session.ts"
import { createOnRequest, redirectWithCookies, serviceFor, getSession, updateSession } from "./event.ts"
import { signInProps } from "./own-pages.ts"

const BASE = "https://app.test"
beforeEach(() => void vi.stubEnv("AUTH_URL", BASE))
afterEach(() => void vi.unstubAllEnvs())

type Config = (event: RequestEventCommon) => AuthConfig
interface ServedApp extends FormOptions {
  config: Config
  routes?: typeof ROUTES
  checkOrigin?: boolean
}

/** Does what the actions of `QwikAuth$` do. Those need Qwik's optimizer, so only the browser suite runs them. */
const runAction: RequestHandler = async (event) => {
  const form = await event.request.formData()
  const run = event.url.pathname === "/login" ? signInByForm : signOutByForm
  const answer = await run(serviceFor(event), event.request, form)
  if ("failed" in answer) event.json(400, answer)
  else redirectWithCookies(event, answer)
}

const ROUTES: Record<string, Record<string, RequestHandler>> = {
  journal: { onGet: async (event) => void event.json(200, await getSession(event)) },
  rename: { onPost: async (event) => void event.json(200, await updateSession(event, { name: "Countess" })) },
  echo: { onPost: ({ text }) => void text(200, "posted") },
  card: { onGet: async (event) => void event.json(200, await signInProps(event)) },
  login: { onPost: runAction },
  logout: { onPost: runAction },
  "auth/callback/credentials": { onPost: ({ text }) => void text(200, "the site's own") }, // a route at one of Latchkit's paths
}

/** Runs Qwik City's own request handler with Latchkit as its plugin, and the routes of an app. */
function serveApp({ config, checkOrigin = true, routes: modules = ROUTES, ...options }: ServedApp) {
  const routes = Object.entries(modules).map(([path, module]) => [path, [() => module]])
  const plan = {
    routes,
    serverPlugins: [{ onRequest: createOnRequest(config, options) }],
    trailingSlash: false,
    basePathname: "/",
  }
  type Options = Parameters<typeof requestHandler>[1]
  const handling = { qwikCityPlan: plan, render: () => undefined, checkOrigin } as unknown as Options // the parts of a plan that it reads
  return {
    async handle(request: Request): Promise<Response> {
      const run = await requestHandler<Response>(qwikRequest(request), handling, {} as never) // this test serializes nothing
      return (await run?.response) ?? new Response("Not found", { status: 404 })
    },
  }
}

const createClient = (config: Partial<AuthConfig> = {}, jar?: CookieJarMap) =>
  cookieClient(serveApp({ config: () => passwordConfig(config) }), jar, BASE)
const LOGIN = { providerId: "credentials", redirectTo: "/journal", ...ADA }
const SAME_ORIGIN = { origin: BASE }
const readJournal = async (person: ReturnType<typeof cookieClient>) =>
  (await (await person.get("/journal")).json()) as Session | null // the route's JSON
const fetchCsrfToken = async (person: ReturnType<typeof cookieClient>) =>
  ((await (await person.get("/auth/csrf")).json()) as { csrfToken: string }).csrfToken // the JSON of `GET csrf`

describe("a page", () => {
  test("reads the session that a form of the app created, and its update", async () => {
    const callbacks: AuthConfig["callbacks"] = {
      jwt: ({ token, session }) => ({ ...token, ...(session as object | undefined) }),
    }
    const person = createClient({ callbacks })
    expect(await readJournal(person)).toBeNull()
    const answer = await person.post("/login", LOGIN, SAME_ORIGIN)
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `${BASE}/journal`])
    expect(answer.headers.get("cache-control")).toContain("no-store")
    expect(await readJournal(person)).toMatchObject({ user: { email: "ada@example.com" } })
    await person.post("/rename", {}, SAME_ORIGIN)
    expect(await readJournal(person)).toMatchObject({ user: { name: "Countess" } })
    await person.post("/logout", {}, SAME_ORIGIN)
    expect(await readJournal(person)).toBeNull()
  })

  test("gets the props of the sign-in card", async () => {
    const props = await (await createClient().get("/card?callbackUrl=%2Fjournal&error=CredentialsSignin")).json()
    expect(props).toMatchObject({ error: "CredentialsSignin", callbackUrl: `${BASE}/journal` })
  })

  test("gets the errors of an invalid form, and nothing else runs", async () => {
    const person = createClient()
    const answer = await person.post("/login", { ...LOGIN, redirectTo: "https://evil.test" }, SAME_ORIGIN)
    expect(await answer.json()).toEqual({
      failed: true,
      code: "InvalidForm",
      fieldErrors: {
        authorizationParams: [],
        options: [],
        providerId: [],
        redirectTo: ["Expected an address of this site"],
      },
      formErrors: [],
    })
    expect(person.jar.size).toBe(0)
  })

  test("responds below the base path, and getSessionData works anywhere", async () => {
    const config = passwordConfig()
    const asked = vi.fn(() => config)
    const person = cookieClient(serveApp({ config: asked }), undefined, BASE)
    expect((await person.get("/auth/providers")).status).toBe(200)
    expect(asked).toHaveBeenCalledTimes(1) // although `isUnderBasePath` also needs the configuration
    await person.post("/login", LOGIN, SAME_ORIGIN)
    const request = new Request(`${BASE}/anywhere`, { headers: { cookie: person.cookieHeader() } })
    expect((await getSessionData(request, config)).data).toMatchObject({ user: { email: "ada@example.com" } })
    expect((await person.get("/elsewhere")).status).toBe(404)
  })
})

describe("a catch-all route over the callback of a provider that uses `form_post`", () => {
  const CATCH_ALL = { "[...missing]": { onGet: ({ text }) => void text(404, "missing") } } satisfies typeof ROUTES
  const client = { issuer: "https://people.test", clientId: "client", clientSecret: "secret" }
  const authorization = { params: { response_mode: "form_post" } }
  const people = { id: "people", name: "People", type: "oidc", ...client, authorization } as const

  async function readWarnings(routes: typeof ROUTES, env: string, provider: OIDCConfig = people) {
    vi.stubEnv("NODE_ENV", env)
    const warn = vi.fn()
    const secret = crypto.randomUUID()
    const config = () => passwordConfig({ providers: [provider], logger: { warn }, secret })
    const person = cookieClient(serveApp({ config, routes }), undefined, BASE)
    for (let turn = 0; turn < 2; turn++) expect((await person.get("/auth/signin")).status).toBe(200)
    return warn.mock.calls.flat().filter((code) => code === "form-post-covered")
  }

  test("logs a warning once, in development", async () => {
    expect(await readWarnings(CATCH_ALL, "development")).toEqual(["form-post-covered"])
    expect(await readWarnings(ROUTES, "development")).toEqual([])
    expect(await readWarnings(CATCH_ALL, "development", { ...people, authorization: {} })).toEqual([])
    expect(await readWarnings(CATCH_ALL, "production")).toEqual([])
  })

  test("makes Qwik reject the form, unless the server's entry sets its Origin", async () => {
    const config = () => passwordConfig({ providers: [people] })
    const person = cookieClient(serveApp({ config, routes: CATCH_ALL }), undefined, BASE)
    const post = (origin: string) => person.post("/auth/callback/people", { code: "c", state: "s" }, { origin })
    expect((await post("https://people.test")).status).toBe(403)
    const answer = await post(BASE)
    expect([answer.status, answer.headers.get("location")]).toEqual([303, expect.stringContaining("form_post=")])
  })
})

describe("security", () => {
  test("returns an error and no session if the configuration is invalid (threat 294)", async () => {
    const broken = createClient({ secret: "" })
    const answer = await broken.get("/journal")
    expect([answer.status, (await answer.text()).includes("user")]).toEqual([500, false])
    expect((await broken.get("/auth/session")).status).toBe(500)
  })

  test("rejects another site's form if Qwik's own check is off (threat 303)", async () => {
    const person = cookieClient(serveApp({ config: () => passwordConfig(), checkOrigin: false }), undefined, BASE)
    await person.post("/login", LOGIN)
    const csrfToken = await fetchCsrfToken(person)
    const evil = { origin: "https://evil.test" }
    for (const path of ["/auth/signout", "/auth/callback/credentials"]) {
      expect((await person.post(path, { csrfToken, ...ADA }, evil)).status).toBe(403)
    }
    for (const path of ["/login", "/logout"]) {
      expect((await person.post(path, LOGIN, evil)).status).toBe(403)
    }
    expect(await readJournal(person)).not.toBeNull()
  })

  test("rejects another site's form to any route of the app if Qwik's own check is off (threat 311)", async () => {
    const person = cookieClient(
      serveApp({ config: () => passwordConfig(), checkOrigin: false, trustedOrigins: ["https://partner.test"] }),
      undefined,
      BASE,
    )
    await person.post("/login", LOGIN)
    for (const headers of [{ origin: "https://evil.test" }, { "sec-fetch-site": "cross-site" }]) {
      expect((await person.post("/rename", {}, headers)).status).toBe(403)
    }
    for (const headers of [{ origin: BASE }, { origin: "https://partner.test" }]) {
      expect((await person.post("/echo", {}, headers)).status).toBe(200)
    }
  })

  test("handles a post to its own path before the app's route if checkOrigin is off", async () => {
    const posted = async (checkOrigin: boolean) => {
      const person = cookieClient(serveApp({ config: () => passwordConfig(), checkOrigin }), undefined, BASE)
      const fields = { csrfToken: await fetchCsrfToken(person), ...ADA }
      return (await person.post("/auth/callback/credentials", fields)).status // without an Origin, so Qwik rejects it
    }
    expect([await posted(true), await posted(false)]).toEqual([403, 302])
  })

  test("doesn't trust the Host header just because it runs in Qwik (threat 304)", async () => {
    vi.stubEnv("AUTH_URL", undefined)
    vi.stubEnv("NODE_ENV", "production")
    expect((await createClient().get("/auth/providers", { host: "evil.test" })).status).toBe(500)
    expect((await createClient().get("/journal")).status).toBe(500)
    await expect(getSessionData(new Request(`${BASE}/`), passwordConfig())).rejects.toMatchObject({
      type: "UntrustedHost",
    })
  })

  test("sends each cookie as its own header (threat 306)", async () => {
    const lines = (await createClient().post("/login", LOGIN, SAME_ORIGIN)).headers.getSetCookie()
    expect(lines.length).toBeGreaterThan(1)
    for (const line of lines) expect(line).toMatch(/^__Host-latchkit\.[^,]+; .*SameSite=Lax/)
  })

  test("keeps a page that refreshes the session out of caches (threat 300)", async () => {
    const person = createClient({ session: { updateAge: 0 } })
    await person.post("/login", LOGIN, SAME_ORIGIN)
    const answer = await person.get("/journal")
    expect(answer.headers.getSetCookie().length).toBeGreaterThan(0)
    expect(answer.headers.get("cache-control")).toContain("no-store")
  })

  test("uses each event's configuration for that event only (threat 310)", async () => {
    const configs = new Map(["a", "b"].map((tenant) => [tenant, passwordConfig({ secret: tenant.repeat(40) })]))
    const config: Config = ({ request }) => {
      const found = configs.get(request.headers.get("x-tenant") ?? "")
      if (!found) throw new Error("No such tenant")
      return found
    }
    const handled = serveApp({ config })
    const person = cookieClient(handled, undefined, BASE)
    await person.post("/login", LOGIN, { ...SAME_ORIGIN, "x-tenant": "a" })
    const seen = await Promise.all(
      Array.from({ length: 40 }, async (_, turn) => {
        const tenant = turn % 2 === 0 ? "a" : "b"
        const again = cookieClient(handled, new Map(person.jar), BASE)
        return ((await (await again.get("/journal", { "x-tenant": tenant })).json()) !== null) === (tenant === "a")
      }),
    )
    expect(seen.every(Boolean)).toBe(true)
    expect((await person.get("/journal")).status).toBe(500)
  })
})
