import "./environment.fixture.ts" // before the examples, which read it
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { renderToStaticMarkup } from "react-dom/server"
import { createComponent } from "solid-js"
import { renderToString } from "solid-js/web"
import { render } from "svelte/server"
import { fromStore } from "svelte/store"
import { Hono } from "hono"
import { describe, expect, test } from "vitest"
import { SessionProvider, type Session } from "latchkit/react"
import { SessionProvider as SolidProvider } from "latchkit/solid"
import { createAuth } from "latchkit/server"
import { mintSession } from "latchkit/testing"
import { member } from "./hono/member.ts"
import { journal } from "./any-server/members-only.ts"
import { server } from "./any-server/node.ts"
import { config } from "./auth.ts"
import { respond } from "./server.ts"
import { AccountButton } from "./react/headless.tsx"
import { respond as react } from "./react/server.tsx"
import { AccountButton as SolidButton } from "./solid/headless.tsx"
import { respond as solid } from "./solid/server.tsx"
import { respond as svelte } from "./svelte/server.ts"
import Headless from "./svelte/headless.fixture.svelte"
import { session as svelteSession } from "./svelte/session.ts"

const ada = { id: "ada", name: "Ada", email: "ada@example.com" }
const asAda = async () => (await mintSession(config, ada)).headers
const readText = async (response: Response | Promise<Response>) => (await response).text()
const get = (path: string, headers: HeadersInit = {}) => new Request(`https://app.test${path}`, { headers })

describe("the quick start", () => {
  test("greets a stranger, and who is signed in by name", async () => {
    expect(await readText(respond(get("/")))).toBe("Hello stranger")
    expect(await readText(respond(get("/", await asAda())))).toBe("Hello Ada")
  })

  test("has a sign-in page that starts at GitHub", async () => {
    const page = await respond(get("/auth/signin"))
    const html = await readText(page.clone())
    expect(html).toContain("Continue with GitHub")
    const [, csrfToken = ""] = /name="csrfToken" value="([^"]+)"/.exec(html) ?? []
    const cookie = page.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ")
    const body = new URLSearchParams({ csrfToken, callbackUrl: "/" })
    const headers = { cookie, origin: "https://app.test" }
    const started = await respond(new Request("https://app.test/auth/signin/github", { method: "POST", body, headers }))
    const location = new URL(started.headers.get("location") ?? "")
    expect(location.origin + location.pathname).toBe("https://github.com/login/oauth/authorize")
    expect(Object.fromEntries(location.searchParams)).toMatchObject({
      client_id: "github-client",
      redirect_uri: "https://app.test/auth/callback/github",
      code_challenge_method: "S256",
    })
  })
})

test("the sign-in page may be one of the app's own", async () => {
  const auth = createAuth({ ...config, pages: { signIn: "/login" } })
  const led = await auth.handle(get("/auth/signin?callbackUrl=/journal"))
  expect(led.headers.get("location")).toMatch(/\/login\?callbackUrl=/)
})

describe("any server", () => {
  test("Hono has middleware for members", async () => {
    const members = new Hono().get("/members/*", member, ({ text, var: { session } }) => text(`${session.user?.name}`))
    const shown = await members.request(get("/members/1", await asAda()))
    expect(shown.headers.get("cache-control")).toBe("private, no-store")
    expect(await shown.text()).toBe("Ada")
    expect((await members.request(get("/members/1"))).status).toBe(303)
  })

  test("a page for members leads an anonymous user to the sign-in page and back, and is kept by no cache", async () => {
    const rejected = await journal(get("/journal?day=2"))
    expect(rejected.status).toBe(303)
    const location = new URL(rejected.headers.get("location") ?? "", "https://app.test")
    expect(location.pathname).toBe("/auth/signin")
    expect(location.searchParams.get("callbackUrl")).toBe("https://app.test/journal?day=2")
    const shown = await journal(get("/journal", await asAda()))
    expect(await readText(shown.clone())).toBe("The journal of Ada")
    expect(shown.headers.get("cache-control")).toContain("no-store")
  })

  test("Node's server has the endpoints and the session", async () => {
    await once(server.listen(0), "listening")
    const ask = async (path: string) =>
      fetch(`http://localhost:${(server.address() as AddressInfo).port}${path}`, { headers: await asAda() })
    const page = await ask("/journal")
    expect(page.headers.get("content-type")).toContain("text/plain") // a name may contain tags
    expect(await page.text()).toBe("The journal of Ada")
    expect(await (await ask("/auth/session")).json()).toMatchObject({ user: { name: "Ada" } })
    server.close()
  })
})

const plain = (html: string) => html.replaceAll(/<!--.*?-->/gs, "")

describe.each(Object.entries({ React: react, Solid: solid, Svelte: svelte }))("in %s", (_, page) => {
  test("the first HTML greets who is there", async () => {
    expect(plain(await readText(page(get("/"))))).toContain("Hello stranger")
    const { headers } = await mintSession(config, ada)
    const html = plain(await readText(page(get("/", headers))))
    expect(html).toContain("Hello Ada")
    expect(html).toContain('action="/auth/signout"')
  })

  test("the page of one's own has the card, a token and its cookie", async () => {
    const response = await page(get("/login?callbackUrl=/journal"))
    const html = plain(await readText(response.clone()))
    expect(html).toContain("Sign in to Acme")
    expect(html).toContain("Continue with Google")
    expect(html).toMatch(/name="csrfToken" value="[^"]{20,}"|value="[^"]{20,}" name="csrfToken"/)
    expect(response.headers.getSetCookie().join()).toContain("csrf-token")
  })
})

describe("a button of one's own", () => {
  const session = { user: ada, expires: "2099-01-01T00:00:00.000Z" }
  const rendered = {
    React: (session: Session | null) =>
      renderToStaticMarkup(<SessionProvider session={session}>{<AccountButton />}</SessionProvider>),
    Solid: (session: Session | null) =>
      renderToString(() =>
        createComponent(SolidProvider, {
          session,
          get children() {
            return createComponent(SolidButton, {})
          },
        }),
      ),
    Svelte: (session: Session | null) => render(Headless, { props: { session } }).body,
  }
  test.each(Object.entries(rendered))("in %s says what it does", (_, html) => {
    expect(plain(html(null))).toContain("Continue with GitHub")
    expect(plain(html(session))).toContain("Sign out Ada")
  })

  test("Svelte's store doesn't know the session on a server", () => {
    expect(fromStore(svelteSession).current).toMatchObject({ status: "loading", data: undefined })
  })
})
