import { ENVIRONMENT } from "./environment.fixture.ts" // before the examples, which read it
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test, vi } from "vitest"
import { mintSession } from "latchkit/testing"
import { config } from "./auth.ts"
import { watchName } from "./angular/any-page.ts"
import { session as angularSession } from "./angular/session.ts"
import astroConfig from "./astro/astro.config.ts"
import { Card } from "./astro/card.tsx"
import { Menu } from "./astro/menu.tsx"
import { onRequest } from "./astro/middleware.ts"
import routes from "./react-router/routes.ts"
import Login, { headers as loginHeaders, loader as login } from "./react-router/routes/login.tsx"
import { getSignInProps } from "./tanstack-start/lib/sign-in.ts"
import { Route as tanstackLogin } from "./tanstack-start/routes/login.tsx"

type Handler = (...args: never[]) => Promise<Response>

/** What the fake frameworks were given, and the request that they run. */
const fake = vi.hoisted(() => ({
  request: new Request("https://app.test"),
  headers: new Headers(),
  handlers: {} as Record<string, Handler>,
}))

// These packages aren't installed here
vi.mock("react-router", () => ({
  data: (value: unknown, { headers }: { headers: HeadersInit }) => ({ value, headers: new Headers(headers) }),
}))
vi.mock("@react-router/dev/routes", () => ({ index: (file: string) => file, route: (_: string, file: string) => file }))
vi.mock("@tanstack/react-router", () => ({
  createFileRoute: (path: string) => (options: object) => ({ path, ...options }),
}))
vi.mock("@tanstack/react-start", () => {
  const builder = { validator: () => builder, handler: (run: unknown) => run }
  return { createServerFn: () => builder }
})
vi.mock("@tanstack/react-start/server", () => ({
  getRequest: () => fake.request,
  setResponseHeader: (name: string, value: string) => fake.headers.set(name, value),
}))
vi.mock("astro/config", () => ({ defineConfig: (options: object) => options }))
vi.mock("@astrojs/node", () => ({ default: () => "node" }))
vi.mock("@astrojs/react", () => ({ default: () => "react" }))
vi.mock("@angular/core", () => ({
  signal: (value: unknown) => ({ set: (next: unknown) => void (value = next), asReadonly: () => () => value }),
}))
vi.stubGlobal("fetch", async () => Response.json({ user: { name: "Ada" }, expires: "2099-01-01T00:00:00.000Z" }))
vi.stubGlobal("Bun", {
  serve: ({ routes }: { routes: Record<string, Handler> }) =>
    void Object.assign(fake.handlers, { bun: routes["/auth/*"], page: routes["/journal"] }),
})

const SITE = ENVIRONMENT.AUTH_URL
const ada = async () => (await mintSession(config, { name: "Ada", email: "ada@example.com" })).headers
const get = (path: string, headers: HeadersInit = {}) => new Request(SITE + path, { headers })

test("React Router: the app's own sign-in page", async () => {
  const url = new URL(`${SITE}/login?callbackUrl=/journal`)
  const given = { request: get("/login.data?callbackUrl=/journal"), url }
  const { value, headers } = (await login(given)) as unknown as { value: object; headers: Headers }
  expect(value).toMatchObject({ callbackUrl: `${SITE}/journal` })
  expect(headers.get("set-cookie")).toContain("csrf-token")
  expect(loginHeaders({ loaderHeaders: headers })).toBe(headers)
  expect(renderToStaticMarkup(<Login loaderData={{ ...value, email: "" }} />)).toContain("GitHub")
  expect(routes).toEqual(["routes/home.tsx", "routes/auth.ts", "routes/login.tsx", "routes/protected.tsx"])
})

test("TanStack Start: the app's own sign-in page", async () => {
  fake.request = get("/_serverFn/1")
  expect(await getSignInProps({ data: "/login?callbackUrl=/journal" })).toMatchObject({
    callbackUrl: `${SITE}/journal`,
  })
  expect(fake.headers.get("set-cookie")).toContain("csrf-token")
  expect(tanstackLogin).toMatchObject({ path: "/login" })
})

test("Astro: the session, and no form of another site", async () => {
  const visit = (request: Request) => {
    const context = { request, isPrerendered: false, clientAddress: "203.0.113.7", locals: { session: null } }
    return onRequest(context, async () => Response.json(context.locals.session))
  }
  expect(await (await visit(get("/"))).json()).toBeNull()
  expect(await (await visit(get("/", await ada()))).json()).toMatchObject({ user: { name: "Ada" } })
  const form = (path: string, site: string) =>
    visit(
      new Request(SITE + path, { method: "POST", body: new URLSearchParams(), headers: { "sec-fetch-site": site } }),
    )
  expect((await form("/", "cross-site")).status).toBe(403)
  expect((await form("/", "same-origin")).status).toBe(200)
  expect((await form("/auth/callback/github", "cross-site")).status).toBe(200)
  expect(astroConfig).toMatchObject({ security: { checkOrigin: false }, adapter: "node", integrations: ["react"] })
  expect(renderToStaticMarkup(<Card providers={[]} />)).toContain("<section")
  const session = { user: { name: "Ada" }, expires: "2099-01-01T00:00:00.000Z" }
  expect(renderToStaticMarkup(<Menu session={session} />)).toContain("Ada")
})

test("Angular: a signal, and any page: the name, follow the session", async () => {
  const shown: (string | null)[] = []
  const stop = watchName((name) => void shown.push(name))
  await vi.waitFor(() => expect(shown).toContain("Ada"))
  await vi.waitFor(() => expect(angularSession()).toMatchObject({ user: { name: "Ada" } }))
  stop()
})

test("Bun: the endpoints, and a page that leads to the sign-in page", async () => {
  await import("./any-server/bun.ts")
  const { bun, page } = fake.handlers
  const response = await bun?.(get("/auth/providers") as never, { requestIP: () => null } as never) // Bun's own arguments
  expect(Object.keys((await response?.json()) as object)).toContain("github")
  const left = await page?.(get("/journal", { accept: "text/html", "sec-fetch-mode": "navigate" }) as never)
  expect(left?.headers.get("location")).toContain("/auth/signin?callbackUrl=")
})
