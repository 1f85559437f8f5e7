import type { Session } from "../contract.ts"

/** A fake server for tests: one user, credentials, and every response can be replaced. */
export interface TestService {
  handle(request: Request): Promise<Response>
  session: Session | null
  /** Seconds that each `GET session` extends the session by; 0 leaves `expires` as it is. */
  slidingSeconds: number
  /** Milliseconds before each response. */
  delay: number
  /** The server's clock minus the device's, in milliseconds. */
  clockOffset: number
  /** Replaces the server's response, by the path after `/auth/`. */
  instead: Record<string, (() => Response | Promise<Response>) | undefined>
  /** The POST bodies that were received. */
  readonly posts: { path: string; body: Record<string, string> }[]
  /** Whether sign-ins and sign-outs change the version cookie. */
  versions: boolean
  /** Signs a user in or out without the client, as a server action does. Returns the cookie. */
  setSession(session: Session | null): string
}

export const ada: Session = { user: { name: "Ada", email: "ada@app.test" }, expires: "2026-01-31T00:00:00.000Z" }
export const eve: Session = { user: { name: "Eve" }, expires: "2026-01-31T00:00:00.000Z" }

/** Creates a fake server whose user has `session`. */
export function createTestService(session: Session | null = null): TestService {
  const counter = { version: 0 }
  const json = (body: unknown, init: ResponseInit = {}) =>
    Response.json(body, {
      ...init,
      headers: { ...init.headers, date: new Date(Date.now() + service.clockOffset).toUTCString() },
    })
  const newVersionCookie = () => ({ "set-cookie": `latchkit.version=${++counter.version}; Path=/` })
  const withVersion = () => (service.versions ? { headers: newVersionCookie() } : {})

  function read(): Session | null {
    if (service.session && service.slidingSeconds) {
      const expires = new Date(Date.now() + service.clockOffset + service.slidingSeconds * 1000).toISOString()
      service.session = { ...service.session, expires }
    }
    return service.session
  }

  async function post(path: string, request: Request) {
    const body: Record<string, string> = request.headers.get("content-type")?.includes("json")
      ? await request.json()
      : Object.fromEntries(new URLSearchParams(await request.text()))
    service.posts.push({ path, body })
    if (body["csrfToken"] !== "token")
      return json(path === "session" ? null : { url: "/auth/signin", error: "MissingCSRF" }, { status: 400 })
    if (path === "session") {
      if (service.session) service.session = { ...service.session, ...(body["data"] as object | undefined) }
      return json(service.session, withVersion())
    }
    if (path === "callback/credentials" && body["password"] !== "right") {
      const url = "http://localhost:3000/auth/signin?error=CredentialsSignin&code=credentials"
      return json({ url, error: "CredentialsSignin", code: "credentials" }, { status: 401 })
    }
    if (path === "callback/credentials") service.session = ada
    if (path === "signout") service.session = null
    if (path.startsWith("signin/")) return json({ url: "https://id.test/authorize" })
    return json({ url: body["callbackUrl"] }, withVersion())
  }

  const service: TestService = {
    session,
    slidingSeconds: 0,
    delay: 0,
    clockOffset: 0,
    instead: {},
    posts: [],
    versions: true,
    setSession: (next) => {
      service.session = next
      return newVersionCookie()["set-cookie"].split(";")[0] ?? ""
    },
    handle: async (request) => {
      const path = new URL(request.url).pathname.slice("/auth/".length)
      const answered = request.method === "GET" && path === "session" ? read() : undefined
      if (service.delay) await new Promise((resolve) => setTimeout(resolve, service.delay))
      const instead = service.instead[path]
      if (instead) return instead()
      if (request.method === "POST") return post(path, request)
      if (path === "csrf") return json({ csrfToken: "token" })
      if (path === "session") return json(answered)
      const row = (id: string, type: string) => ({ id, name: id, type, signinUrl: "", callbackUrl: "" })
      return json({ github: row("github", "oauth"), credentials: row("credentials", "credentials") })
    },
  }
  return service
}
