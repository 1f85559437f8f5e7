import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import type { Session } from "../../../client/contract.ts"
import { en } from "../../../components/view/messages/en.ts"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { Passkey } from "../../providers/passkey.ts"
import type { JWT } from "../../core/crypto/jwt-types.ts"
import { ADA, passwordConfig } from "../../test-kit/password-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { getSession, SolidAuth, type SolidAuthConfig } from "./index.ts"

const BASE = "https://app.test"
beforeEach(() => void vi.stubEnv("AUTH_URL", BASE))
afterEach(() => void vi.unstubAllEnvs())

/** Does what SolidStart does with a request: calls the API route, and a server function for a page. */
function createClient(config: SolidAuthConfig<Session, JWT> = passwordConfig()) {
  const { GET, POST, getSession: ownSession, signIn, signOut, updateSession } = SolidAuth(config)
  const actions = { "/login": signIn, "/logout": signOut } as Record<string, typeof signIn | undefined>
  const handle = async (request: Request): Promise<Response> => {
    const answer = await (request.method === "POST" ? POST : GET)({ request })
    if (answer) return answer
    const { pathname } = new URL(request.url)
    const response = { headers: new Headers() }
    if (pathname === "/who") return Response.json(await ownSession({ request }))
    if (pathname === "/rename")
      return Response.json(await updateSession({ request, response }, { name: "Countess" }), response)
    const action = actions[pathname]
    if (!action) return Response.json(await getSession(request, config))
    const result = await action({ request }, await request.formData())
    return result instanceof Response ? result : Response.json(result)
  }
  return cookieClient({ handle }, undefined, BASE)
}

const LOGIN = { providerId: "credentials", redirectTo: "/journal", ...ADA }
const sessionName = async (person: ReturnType<typeof cookieClient>) =>
  ((await (await person.get("/journal")).json()) as Session | null)?.user?.name // the JSON of getSession

test("OPTIONS responds to the preflight of a trusted origin", async () => {
  const { OPTIONS } = SolidAuth({ ...passwordConfig(), trustedOrigins: ["https://page.app.test"] })
  const headers = { origin: "https://page.app.test", "access-control-request-method": "POST" }
  const answer = await OPTIONS({ request: new Request(`${BASE}/api/auth/csrf`, { method: "OPTIONS", headers }) })
  expect(answer?.headers.get("access-control-allow-origin")).toBe("https://page.app.test")
})

test("signs in and out in a server action, and reads the session in a page", async () => {
  const person = createClient()
  expect(await sessionName(person)).toBeUndefined()
  const answer = await person.post("/login", LOGIN)
  expect([answer.status, answer.headers.get("location")]).toEqual([303, `${BASE}/journal`])
  expect(await sessionName(person)).toBe("Ada")
  await person.post("/logout", {})
  expect(await sessionName(person)).toBeUndefined()
})

test("reads the session with getSession, and changes it with updateSession", async () => {
  const person = createClient({
    ...passwordConfig(),
    callbacks: { jwt: ({ token, session }) => Object.assign(token, session) },
  })
  expect(await (await person.get("/who")).json()).toBeNull()
  await person.post("/login", LOGIN)
  expect(await (await person.get("/who")).json()).toMatchObject({ user: { name: "Ada" } })
  expect(await (await person.post("/rename", {})).json()).toMatchObject({ user: { name: "Countess" } })
  expect(await (await person.get("/who")).json()).toMatchObject({ user: { name: "Countess" } })
})

test.each([
  [undefined, "/api/auth"],
  ["/door", "/door"],
])("with the prefix %j the base path is %s", async (prefix, path) => {
  const person = createClient({ ...passwordConfig(), prefix })
  expect(await (await person.get(`${path}/providers`)).json()).toMatchObject({
    credentials: { signinUrl: `${BASE}${path}/signin/credentials` },
  })
  const { signInProps } = SolidAuth({ ...passwordConfig(), prefix })
  const event = { request: new Request(`${BASE}/_server`), response: { headers: new Headers() } }
  expect(await signInProps(event, "")).toMatchObject({ basePath: path })
})

test("the middleware serves the addresses below .well-known, and no other path", async () => {
  const { onRequest } = SolidAuth(passwordConfig({ adapter: MemoryAdapter(), providers: [Passkey()] }))
  const at = (path: string) => onRequest({ request: new Request(BASE + path) })
  const account = `${BASE}/api/auth/account`
  expect(await (await at("/.well-known/passkey-endpoints"))?.json()).toEqual({ enroll: account, manage: account })
  for (const path of ["/", "/api/auth/session", "/.well-known/change-password", "/.well-known/security.txt"])
    expect([path, await at(path)]).toEqual([path, undefined])
})

test("returns the errors of an invalid form", async () => {
  const form = new FormData()
  form.set("redirectTo", new Blob(["x"]))
  for (const path of ["/login", "/logout"]) {
    const answer = await createClient().send(path, { method: "POST", body: form })
    const nothing = path === "/login" ? { authorizationParams: [], options: [], providerId: [] } : {}
    expect(await answer.json()).toEqual({
      failed: true,
      code: "InvalidForm",
      fieldErrors: { ...nothing, redirectTo: ["Expected a text"] },
      formErrors: [],
    })
  }
})

test("returns a message for a wrong password", async () => {
  const person = createClient()
  const answer = await person.post("/login", { ...LOGIN, password: "wrong" })
  expect(await answer.json()).toMatchObject({
    failed: true,
    code: "CredentialsSignin",
    formErrors: [en.errors.CredentialsUsername],
  })
  expect(person.jar.size).toBe(0)
})

describe("security", () => {
  test("returns an error and no session if the configuration is invalid (threat 294)", async () => {
    const broken = createClient(passwordConfig({ secret: "" }))
    await expect(broken.get("/journal")).rejects.toThrow(/secret/i)
    expect((await broken.get("/api/auth/session")).status).toBe(500)
  })

  test("uses each tenant's configuration for that tenant only (threat 310)", async () => {
    const configs = Object.fromEntries(
      ["a", "b"].map((tenant) => [tenant, passwordConfig({ secret: tenant.repeat(40) })]),
    )
    const handle = async (request: Request) => {
      const config = configs[request.headers.get("x-tenant") ?? ""]
      if (!config) throw new Error("No such tenant")
      if (request.method === "GET") return Response.json(await getSession(request, config))
      const result = await SolidAuth(config).signIn({ request }, await request.formData())
      return result instanceof Response ? result : Response.json(result)
    }
    const person = cookieClient({ handle }, undefined, BASE)
    await person.post("/login", LOGIN, { "x-tenant": "a" })
    const seen = await Promise.all(
      Array.from({ length: 40 }, async (_, turn) => {
        const tenant = turn % 2 === 0 ? "a" : "b"
        return [tenant, (await (await person.get("/journal", { "x-tenant": tenant })).json()) !== null]
      }),
    )
    expect(seen.every(([tenant, open]) => open === (tenant === "a"))).toBe(true)
    await expect(person.get("/journal")).rejects.toThrow("No such tenant")
  })

  test("doesn't trust the Host header in getSession (threat 304)", async () => {
    vi.stubEnv("AUTH_URL", "")
    vi.stubEnv("NODE_ENV", "production")
    const request = new Request("https://evil.test/journal", { headers: { host: "evil.test" } })
    await expect(getSession(request, passwordConfig())).rejects.toMatchObject({ type: "UntrustedHost" })
  })

  test.each(["/login", "/logout"])("rejects another site's form at %s (threat 311)", async (path) => {
    const person = createClient()
    await person.post("/login", LOGIN)
    const forged = await person.post(path, LOGIN, { origin: "https://evil.test" })
    expect(await forged.json()).toMatchObject({ failed: true, code: "InvalidRequest" })
    expect(forged.headers.getSetCookie()).toEqual([])
    expect(await sessionName(person)).toBe("Ada")
  })

  test("rejects another site's sign-out form (threat 303)", async () => {
    const person = createClient()
    await person.post("/login", LOGIN)
    const { csrfToken } = (await (await person.get("/api/auth/csrf")).json()) as { csrfToken: string } // the JSON of `GET csrf`
    expect((await person.post("/api/auth/signout", { csrfToken }, { origin: "https://evil.test" })).status).toBe(403)
    expect(await sessionName(person)).toBe("Ada")
  })

  test("sends each cookie as its own header (threat 306)", async () => {
    const answer = await createClient().post("/login", LOGIN)
    expect(answer.headers.getSetCookie().length).toBeGreaterThan(1)
    for (const line of answer.headers.getSetCookie()) expect(line).toMatch(/^__Host-latchkit\.[^,]+; .*SameSite=Lax/)
  })
})
