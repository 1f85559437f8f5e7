import { ENVIRONMENT } from "./environment.fixture.ts" // before the examples, which read it
import type { AddressInfo } from "node:net"
import type { ReactElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { createAuth } from "latchkit/server"
import { cookieClient, mintSession } from "latchkit/testing"
import { SessionProvider, useSession, type SessionOf, type SignInProps } from "latchkit/react"
import { describe, expect, test, vi } from "vitest"
import { repositories } from "./account/repositories.ts"
import { Page } from "./components/page.tsx"
import { SignInPage } from "./components/sign-in.tsx"
import { preloadSession } from "./deployment/preload.ts"
import { auth as subdomains, config as subdomainsConfig } from "./deployment/subdomains.ts"
import { OwnSignIn } from "./headless/own-sign-in.tsx"
import { app } from "./html/server.ts"
import NextPage from "./next/app/page.tsx"
import { config as custom } from "./providers/custom.ts"
import { auth as limited } from "./rate-limits/auth.ts"
import { auth as identified, config as identifiedConfig } from "./sessions/auth.ts"
import { config as lifetime } from "./sessions/lifetime.ts"
import { config as remember } from "./sessions/remember.ts"
import { auth as signingOut } from "./signing-out/auth.ts"
import { api } from "./tokens/api.ts"
import { callApi } from "./tokens/call-api.ts"
import * as Stories from "./testing/sign-in.stories.tsx"
import { auth as bearer, config as bearerConfig } from "./tokens/auth.ts"
import { signInThrough } from "./sign-in.fixture.ts"

const url = "https://app.test"
const ada = { id: "ada", name: "Ada", email: "ada@example.com" }
const client = {
  AUTH_AUTH0_ID: "a",
  AUTH_AUTH0_SECRET: "s",
  AUTH_ACME_ID: "a",
  AUTH_ACME_SECRET: "s",
  AUTH_CHESS_ID: "a",
  AUTH_CHESS_SECRET: "s",
}
const incoming = vi.hoisted(() => ({ headers: new Headers() }))
vi.mock("next/headers.js", () => ({
  headers: async () => incoming.headers,
  cookies: async () => ({ set: () => undefined }),
}))

const listProviders = async (auth: { handle(request: Request): Promise<Response> }) => {
  const response = await auth.handle(new Request(`${url}/auth/providers`))
  return Object.keys((await response.json()) as object) // an object by provider id
}

describe("providers", () => {
  test("four kinds of providers stand in one configuration", async () => {
    const auth = createAuth(custom, { env: { ...ENVIRONMENT, ...client } })
    expect(await listProviders(auth)).toEqual(["github", "auth0", "acme", "chess"])
  })

  test("a provider that ends sessions, and one with limits in Redis, start", async () => {
    expect(await listProviders(signingOut)).toEqual([])
    expect(await listProviders(limited)).toEqual(["github"])
  })

  test("a request without a session gets no provider token", async () => {
    await expect(repositories(new Request(url))).rejects.toMatchObject({ type: "RefreshTokenError" })
  })
})

describe("sessions", () => {
  test("the sign-in page has the checkbox, checked", async () => {
    const html = await (await cookieClient(createAuth(remember)).get("/signin")).text()
    expect(html).toContain("Keep me signed in")
    expect(html).toMatch(/<input[^>]*type="checkbox"[^>]* checked/)
  })

  test.each([
    ["ada@acme.example", 8],
    ["ada@example.com", 30 * 24],
  ])("the session of %s lasts %i hours", async (email, hours) => {
    const browser = await signInThrough({ callbacks: lifetime.callbacks }, { email })
    const { expires } = (await (await browser.get("/session")).json()) as { expires: string } // as the wire says it
    expect(Math.round((Date.parse(expires) - Date.now()) / 3_600_000)).toBe(hours)
  })

  test("the client sees the id that the callback added", async () => {
    const { headers } = await mintSession(identifiedConfig, ada)
    expect(await identified.getSession({ headers })).toMatchObject({ user: { name: "Ada", id: "ada" } })
  })

  test("the hook has the type of the configuration", () => {
    const Id = () => <b>{useSession<SessionOf<typeof identified>>().data?.user.id}</b>
    const session = { user: { ...ada }, expires: "2099-01-01T00:00:00.000Z" }
    expect(renderToStaticMarkup(<SessionProvider session={session}>{<Id />}</SessionProvider>)).toBe("<b>ada</b>")
  })

  test("the session cookie belongs to the domain", async () => {
    const { headers } = await mintSession(subdomainsConfig, ada)
    const changed = await subdomains.updateSession(new Request(url, { headers }), {})
    expect(changed.cookies.join()).toMatch(/__Secure-acme\.session=[^,]*Domain=acme\.example/)
  })

  test("a bearer token opens the session", async () => {
    const { cookies } = await mintSession(bearerConfig, ada)
    const session = await bearer.getSession({ headers: { authorization: `Bearer ${cookies[0]?.value ?? ""}` } })
    expect(session).toMatchObject({ user: { name: "Ada" } })
  })

  test("an API elsewhere reads the token that the site's server passes on", async () => {
    const request = vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => api(new Request(input, init)))
    const { headers } = await mintSession(bearerConfig, ada, { url })
    expect(await (await callApi(new Request(url, { headers }))).json()).toEqual({ hello: "Ada" })
    expect((await callApi(new Request(url))).status).toBe(401)
    request.mockRestore()
  })
})

describe("components", () => {
  test("stories of the card need no server", () => {
    expect(renderToStaticMarkup(<Stories.Password />)).toContain("Continue with")
    expect(renderToStaticMarkup(<Stories.WrongPassword />)).toContain("Wrong email or password")
    expect(renderToStaticMarkup(<Stories.Member />)).toContain("Your journal")
  })

  const card: SignInProps = { siteName: "Acme", providers: [] }
  const session = { user: ada, expires: "2099-01-01T00:00:00.000Z" }

  test("the page shows the card, or the account", () => {
    expect(renderToStaticMarkup(<Page session={null} card={card} />)).toContain("Sign in to Acme")
    expect(renderToStaticMarkup(<Page session={session} card={card} />)).not.toContain("Sign in to Acme")
  })

  test("a card asks for the address first", async () => {
    const byPassword = { id: "login", name: "Acme", type: "credentials", authorize: () => null } as const
    const fields = { email: { type: "email" }, password: { type: "password" } }
    const auth = createAuth({ flow: "identifier-first", providers: [{ ...byPassword, credentials: fields }] })
    const { props } = await auth.signInProps(new Request(`${url}/login`))
    const html = renderToStaticMarkup(<SignInPage card={props} />)
    expect(html).toContain('name="email"')
    expect(html).not.toContain('type="password"')
  })

  test("a page without a framework has the card and its script", async () => {
    const server = app.listen(0, "localhost")
    await new Promise((listening) => server.once("listening", listening))
    const { port } = server.address() as AddressInfo // it listens on TCP
    const html = await (await fetch(`http://localhost:${port}/report`)).text()
    expect(html).toContain("Continue with GitHub")
    const script = await fetch(`http://localhost:${port}/card.js`)
    expect(script.headers.get("content-type")).toContain("javascript")
    await new Promise((closed) => server.close(closed))
  })

  test("a page of Next greets the user", async () => {
    // The only child of Suspense is a server component, which React renders only in Next
    const page = async () => {
      const { props }: ReactElement<{ children: ReactElement }> = NextPage()
      const render = props.children.type as () => Promise<ReactElement>
      return renderToStaticMarkup(await render())
    }
    expect(await page()).toContain("You are signed out")
    const { headers } = await mintSession({ ...identifiedConfig, basePath: "/api/auth" }, ada)
    incoming.headers = new Headers(headers)
    expect(await page()).toContain("Hello ada@example.com")
  })

  const password = { email: { label: "Email", type: "email" }, password: { label: "Password", type: "password" } }
  const props = {
    siteName: "Acme",
    csrfToken: "t",
    error: "CredentialsSignin",
    providers: [
      { id: "github", name: "GitHub", type: "oauth", signinUrl: "/auth/signin/github", callbackUrl: "/x" },
      {
        id: "own",
        name: "Own",
        type: "credentials",
        signinUrl: "/x",
        callbackUrl: "/auth/callback/own",
        credentials: password,
      },
    ],
  } as const satisfies SignInProps

  test("a sign-in form with its own markup has every field, address and error", () => {
    const html = renderToStaticMarkup(<OwnSignIn {...props} />)
    expect(html).toContain("<h1>Sign in to Acme</h1>")
    expect(html).toContain("Wrong email or password.")
    expect(html).toContain('<form action="/auth/signin/github" method="post">')
    expect(html).toMatch(
      /action="\/auth\/callback\/own" method="post"><input type="hidden" name="csrfToken" value="t"\/>/,
    )
    expect(html).toContain('type="password" autoComplete="current-password" required="" aria-invalid="true"')
    expect(html.match(/<label for="kit-own-(email|password)">/g)).toHaveLength(2)
  })
})

test("a page's header preloads the session", () => {
  const { headers } = preloadSession(new Response("<!doctype html>"))
  expect(headers.get("link")).toBe("</auth/session>; rel=preload; as=fetch; crossorigin")
})
