import { isRedirect, type RequestEvent } from "@sveltejs/kit"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { en } from "../../../components/view/messages/en.ts"
import type { AuthConfig } from "../../service/config.ts"
import { passwordConfig, ADA } from "../../test-kit/password-service.ts"
import { cookieClient, type CookieJarMap } from "../../testing/cookie-client.ts"
import { GitHub } from "../../providers/catalogue/github.ts"
import { SvelteKitAuth, type SvelteKitService } from "./index.ts"

type App = Pick<SvelteKitService, "getSession" | "handle" | "signIn" | "signOut" | "updateSession">

/** Does what SvelteKit does with a request: runs the hook, and for a page a load function that reads the session. */
function serveApp({ getSession, handle, signIn, signOut, updateSession }: App) {
  const resolve = async (event: RequestEvent): Promise<Response> => {
    const { pathname } = new URL(event.request.url)
    const action = { "/login": signIn, "/logout": signOut }[pathname]
    try {
      if (action) {
        const { data, status } = await action(event)
        return Response.json(data, { status })
      }
      if (pathname === "/rename") return Response.json(await updateSession(event, { name: "Countess" }))
      return Response.json(await (pathname === "/who" ? getSession(event) : event.locals.auth()))
    } catch (thrown) {
      if (!isRedirect(thrown)) throw thrown
      return new Response(null, { status: thrown.status, headers: { location: thrown.location } })
    }
  }
  return {
    handle: async (request: Request) => {
      const event = { request, locals: {}, url: new URL(request.url) } as unknown as RequestEvent // the parts that the hook reads
      return handle({ event, resolve })
    },
  }
}

const BASE = "https://app.test"
beforeEach(() => void vi.stubEnv("AUTH_URL", "https://app.test/auth"))
afterEach(() => void vi.unstubAllEnvs())
const createClient = (config: Partial<AuthConfig> = {}, jar?: CookieJarMap) =>
  cookieClient(serveApp(SvelteKitAuth(passwordConfig(config))), jar, BASE)

describe("a page", () => {
  test("reads the session that a form action of the app created", async () => {
    const person = createClient()
    expect(await (await person.get("/journal")).json()).toBeNull()
    const answer = await person.post("/login", { providerId: "credentials", redirectTo: "/journal", ...ADA })
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `${BASE}/journal`])
    expect(answer.headers.get("cache-control")).toContain("no-store")
    expect(await (await person.get("/journal")).json()).toMatchObject({ user: { email: "ada@example.com" } })
    await person.post("/logout", {})
    expect(await (await person.get("/journal")).json()).toBeNull()
  })

  test("reads the session with getSession too, and changes it with updateSession", async () => {
    const person = createClient({ callbacks: { jwt: ({ token, session }) => Object.assign(token, session) } })
    expect(await (await person.get("/who")).json()).toBeNull()
    await person.post("/login", { providerId: "credentials", ...ADA })
    expect(await (await person.get("/who")).json()).toMatchObject({ user: { name: "Ada" } })
    expect(await (await person.post("/rename", {})).json()).toMatchObject({ user: { name: "Countess" } })
    expect(await (await person.get("/who")).json()).toMatchObject({ user: { name: "Countess" } })
  })

  test("leads to the methods for an address that its form action was sent without JavaScript", async () => {
    const person = createClient({ flow: "identifier-first", pages: { signIn: "/in" } })
    const answer = await person.post("/login", { redirectTo: "/journal", email: "ada@example.com" })
    const location = new URL(answer.headers.get("location") ?? "", BASE)
    expect([answer.status, location.pathname]).toEqual([303, "/in"])
    expect(location.searchParams.get("step")).toBe("method")
    expect(location.searchParams.get("callbackUrl")).toBe(`${BASE}/journal`)
    const props: unknown = await (await person.get(`/auth/sign-in-props${location.search}`)).json()
    expect(props).toMatchObject({ identifier: "ada@example.com", rejected: false })
    expect(person.jar.has("__Host-latchkit.session-token")).toBe(false)
  })

  test("gets the errors of an invalid form, and nothing else runs", async () => {
    const person = createClient()
    const form = new FormData()
    form.set("providerId", new Blob(["x"]))
    const answer = await person.send("/login", { method: "POST", body: form })
    expect(await answer.json()).toEqual({
      failed: true,
      code: "InvalidForm",
      fieldErrors: { authorizationParams: [], options: [], providerId: ["Expected a text"], redirectTo: [] },
      formErrors: [],
    })
    expect(person.jar.size).toBe(0)
  })

  test("gets a failure of the action for a wrong password", async () => {
    const person = createClient()
    const answer = await person.post("/login", { providerId: "credentials", ...ADA, password: "wrong" })
    expect([answer.status, person.jar.size]).toEqual([400, 0])
    expect(await answer.json()).toMatchObject({
      failed: true,
      code: "CredentialsSignin",
      formErrors: [en.errors.CredentialsUsername],
    })
  })

  test("responds below the base path", async () => {
    const person = createClient()
    await person.post("/auth/callback/credentials", { csrfToken: await fetchCsrfToken(person), ...ADA })
    expect(await (await person.get("/auth/session")).json()).toMatchObject({ user: { email: "ada@example.com" } })
  })
})

const fetchCsrfToken = async (person: ReturnType<typeof cookieClient>) =>
  ((await (await person.get("/auth/csrf")).json()) as { csrfToken: string }).csrfToken // the JSON of `GET csrf`

describe("security", () => {
  test("returns an error and no session if the configuration is invalid (threat 294)", async () => {
    const broken = createClient({ secret: "" })
    await expect(broken.get("/journal")).rejects.toThrow(/secret/i)
    expect((await broken.get("/auth/session")).status).toBe(500)
  })

  test.each(["/login", "/logout"])("rejects another site's form at %s (threat 311)", async (path) => {
    const person = createClient()
    await person.post("/login", { providerId: "credentials", redirectTo: "/journal", ...ADA })
    const forged = await person.post(path, { providerId: "credentials", ...ADA }, { origin: "https://evil.test" })
    expect([forged.status, await forged.text()]).toEqual([403, "Cross-site form submissions are forbidden"])
    expect(await (await person.get("/journal")).json()).not.toBeNull()
  })

  test.each<[string, Record<string, string>]>([
    ["its Origin", { origin: "https://provider.test" }],
    ["the Origin of a sandbox", { origin: "null" }],
    ["Sec-Fetch-Site", { "sec-fetch-site": "cross-site" }],
    ["Sec-Fetch-Site, which is a sibling's", { "sec-fetch-site": "same-site", origin: "https://other.app.test" }],
  ])("rejects a form to any route of the app by %s (threat 311)", async (_, headers) => {
    const person = createClient()
    for (const init of [
      { method: "POST", body: new URLSearchParams({ a: "b" }) },
      { method: "POST", body: new FormData() },
      { method: "PUT", body: "a" },
      { method: "DELETE" },
    ]) {
      expect((await person.send("/journal", { ...init, headers })).status).toBe(403)
    }
    const json = { method: "POST", body: "{}", headers: { ...headers, "content-type": "application/json" } }
    expect((await person.send("/journal", json)).status).toBe(200) // needs a preflight, which only the app can allow
    expect((await person.get("/journal", headers)).status).toBe(200)
  })

  test.each<[string, Record<string, string>]>([
    ["the site's own", { origin: BASE, "sec-fetch-site": "same-origin" }],
    ["one behind a proxy that names another host", { origin: "https://tunnel.test", "sec-fetch-site": "same-origin" }],
    ["one of an origin that the app trusts", { origin: "https://partner.test", "sec-fetch-site": "cross-site" }],
    ["a program's", {}],
  ])("accepts a form if it is %s", async (_, headers) => {
    const kit = SvelteKitAuth(passwordConfig(), { trustedOrigins: ["https://partner.test"] })
    const person = cookieClient(serveApp(kit), undefined, BASE)
    expect((await person.post("/journal", { a: "b" }, headers)).status).toBe(200)
  })

  test("logs a rejected form with its cause, in production at debug", async () => {
    const logger = { error: vi.fn(), debug: vi.fn(), warn: () => undefined }
    await createClient({ logger }).post("/journal", {}, { origin: "https://evil.test" })
    expect(String(logger.error.mock.lastCall)).toContain("Origin https://evil.test")
    logger.error.mockClear()
    vi.stubEnv("NODE_ENV", "production")
    await createClient({ logger }).post("/journal", {}, { origin: "https://evil.test" })
    expect([logger.error.mock.calls.length, String(logger.debug.mock.lastCall)]).toEqual([
      0,
      expect.stringContaining("POST /journal"),
    ])
  })

  test("rejects another site's sign-out form, whatever SvelteKit's own check is set to (threat 303)", async () => {
    const person = createClient()
    await person.post("/login", { providerId: "credentials", redirectTo: "/journal", ...ADA })
    const csrfToken = await fetchCsrfToken(person)
    const forged = await person.post("/auth/signout", { csrfToken }, { origin: "https://evil.test" })
    expect(forged.status).toBe(403)
    expect(await (await person.get("/journal")).json()).not.toBeNull()
  })

  test("sends each cookie as its own header, next to those of the page (threat 306)", async () => {
    const kit = SvelteKitAuth(passwordConfig())
    const person = cookieClient(serveApp(kit), undefined, BASE)
    const answer = await person.post("/login", { providerId: "credentials", redirectTo: "/journal", ...ADA })
    expect(answer.headers.getSetCookie().length).toBeGreaterThan(1)
    for (const line of answer.headers.getSetCookie()) expect(line).toMatch(/^__Host-latchkit\.[^,]+; .*SameSite=Lax/)
  })

  test("uses each event's configuration for that event only (threat 310)", async () => {
    const configs = new Map(["a", "b"].map((tenant) => [tenant, passwordConfig({ secret: tenant.repeat(40) })]))
    const kit = SvelteKitAuth(({ request }) => {
      const config = configs.get(request.headers.get("x-tenant") ?? "")
      if (!config) throw new Error("No such tenant")
      return config
    })
    const jar: CookieJarMap = new Map()
    const person = cookieClient(serveApp(kit), jar, BASE)
    const fields = { providerId: "credentials", redirectTo: "/journal", ...ADA }
    await person.post("/login", fields, { "x-tenant": "a" })
    const seen = await Promise.all(
      Array.from({ length: 40 }, async (_, turn) => {
        const tenant = turn % 2 === 0 ? "a" : "b"
        const session = await (await person.get("/journal", { "x-tenant": tenant })).json()
        return [tenant, session !== null]
      }),
    )
    expect(seen.every(([tenant, open]) => open === (tenant === "a"))).toBe(true)
    await expect(person.get("/journal")).rejects.toThrow("No such tenant")
  })
})

test("`env` of SvelteKit has the variables that the process doesn't have", async () => {
  const env = { AUTH_SECRET: "a-secret-of-more-than-32-characters", AUTH_GITHUB_ID: "id", NODE_ENV: "development" }
  const { handle } = SvelteKitAuth({ providers: [GitHub()] }, { env })
  const request = new Request("http://localhost:5173/auth/providers")
  const event = { request, locals: {}, url: new URL(request.url) } as unknown as RequestEvent // the part that the hook reads
  const answer = await handle({ event, resolve: () => new Response("the app") })
  expect(await answer.json()).toHaveProperty("github")
})
