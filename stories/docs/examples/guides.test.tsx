import "./environment.fixture.ts" // before the examples, which read it
import { renderToStaticMarkup } from "react-dom/server"
import { createAuth, type Session } from "latchkit/server"
import { mintSession, cookieClient } from "latchkit/testing"
import { MemoryAdapter } from "latchkit/adapters/memory"
import { customFetch, GitHub, Resend } from "latchkit/providers"
import { SessionProvider } from "latchkit/react"
import { describe, expect, test, vi } from "vitest"
import { adapter as extended } from "./database/extended.ts"
import { OwnAdapter } from "./database/own-adapter.ts"
import { devices, signOutElsewhere } from "./database/sessions.ts"
import { adapter, auth as sqlite, config as sqliteConfig } from "./database/sqlite.ts"
import { config as designed } from "./mail/look.ts"
import { enterAtOnce } from "./passkeys/at-once.ts"
import { enter } from "./passkeys/headless.ts"
import { Passkeys } from "./passkeys/buttons.tsx"
import { ToPublish } from "./popup/card.tsx"
import { publish } from "./popup/publish.ts"
import { auth as passwords } from "./passwords/auth.ts"
import { credentials as locked } from "./passwords/locked.ts"
import { addMember } from "./passwords/members.ts"
import { config as deviceBound } from "./device-bound/auth.ts"
import { transfer } from "./device-bound/transfer.ts"
import { auth as several } from "./several-accounts/auth.ts"
import { Header } from "./several-accounts/header.tsx"
import { menu } from "./several-accounts/menu.ts"
import { Switcher } from "./several-accounts/switcher.tsx"
import { config as endable, endSessions } from "./security/end-sessions.ts"
import { config as colleagues } from "./security/sign-in-policy.ts"
import { auth as appLanguage } from "./theming/app-language.ts"
import { config as languages } from "./theming/languages.ts"
import { auth as workerLanguages } from "./theming/worker-languages.ts"
import { authFor } from "./workers/features.ts"
import { config as ownTexts } from "./theming/own-texts.ts"
import { config as shadcn } from "./theming/shadcn.ts"
import { config as split } from "./theming/split.ts"
import { Login } from "./theming/card.tsx"
import { SignInCard } from "./theming/class-names.tsx"
import { config as twoStep } from "./two-step/auth.ts"
import { config as withTerms, termsPage } from "./two-step/terms.ts"
import { auth as themed } from "./theming/auth.ts"
import { Layout } from "./theming/layout.tsx"
import { Anmelden } from "./theming/words.tsx"
import { signInThrough } from "./sign-in.fixture.ts"

const url = "https://app.test"
const errorIn = (answer: Response) => new URL(answer.headers.get("location") ?? "", url).searchParams
const nameIn = async (browser: ReturnType<typeof cookieClient>) => {
  const session = (await (await browser.get("/session")).json()) as { user?: { name?: string } } | null // what the wire says
  return session?.user?.name ?? null
}

describe("passwords", () => {
  test("the right one signs in, a wrong one and an unknown address are rejected alike", async () => {
    await addMember("ada@example.com", "Ada", "a good one")
    const ada = cookieClient(passwords)
    await ada.signInWith("credentials", { email: "ada@example.com", password: "a good one" })
    expect(await nameIn(ada)).toBe("Ada")
    for (const email of ["ada@example.com", "eve@example.com"]) {
      const eve = cookieClient(passwords)
      const rejected = await eve.signInWith("credentials", { email, password: "another" })
      expect(errorIn(rejected).get("error")).toBe("CredentialsSignin")
      expect(await nameIn(eve)).toBeNull()
    }
  })

  test("a rejection has the code that the app gave it", async () => {
    const auth = createAuth({ providers: [locked], logger: { error: () => undefined } })
    const rejected = await cookieClient(auth).signInWith("credentials", { pin: "1234" })
    expect(Object.fromEntries(errorIn(rejected))).toMatchObject({ error: "CredentialsSignin", code: "locked" })
  })
})

describe("several accounts", () => {
  test("the menu shows an anonymous user a link, and forms for accounts", async () => {
    const { html } = await menu(new Request(`${url}/notes`))
    expect(html).toContain("Sign in")
    expect(await several.listAccounts(new Request(url))).toEqual({ accounts: [], canAdd: true })
    expect(renderToStaticMarkup(<Header />)).toContain('data-part="user-button"')
    expect(
      renderToStaticMarkup(
        <SessionProvider session={null}>
          <Switcher />
        </SessionProvider>,
      ),
    ).toBe("<p>Loading…</p>")
  })
})

describe("device-bound sessions", () => {
  test("a transfer needs a session, and one that is bound", async () => {
    const headers = { "sec-fetch-mode": "cors" }
    expect((await transfer(new Request(`${url}/transfer`, { headers }))).status).toBe(401)
    const minted = await mintSession(deviceBound, { id: "u1", name: "Ada", email: "ada@example.com" })
    const rejected = await transfer(new Request(`${url}/transfer`, { headers: { ...headers, ...minted.headers } }))
    expect([rejected.status, await rejected.json()]).toMatchObject([403, { error: "BoundSessionRequired" }])
  })
})

describe("two-step verification", () => {
  test("asks a user who must have a second factor to set one up, and others not", async () => {
    const employee = await signInThrough(twoStep, { email: "ada@acme.example" })
    expect(await nameIn(employee)).toBeNull()
    expect((await employee.get("/step")).headers.get("location")).toBe(`${url}/auth/step/enroll-totp`)
    expect(await nameIn(await signInThrough(twoStep, { sub: "eve" }))).toBe("Ada")
  })
})

describe("a step of the app's own", () => {
  test("has a page whose form completes the sign-in", async () => {
    const browser = await signInThrough(withTerms)
    expect(await nameIn(browser)).toBeNull()
    const page = await (await termsPage(browser.request("/terms"))).text()
    const fields = Object.fromEntries(
      [...page.matchAll(/name="(csrfToken|attempt)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [
        name,
        value,
      ]),
    )
    await browser.post("/step/terms", { ...fields, accept: "yes" })
    expect(await nameIn(browser)).toBe("Ada")
  })
})

describe("the database", () => {
  test("keeps who signs in, and their sessions until they are ended", async () => {
    const user = { id: "u1", name: "Ada", email: "ada@example.com" }
    const here = new Request(url, { headers: (await mintSession(sqliteConfig, user)).headers })
    const there = new Request(url, { headers: (await mintSession(sqliteConfig, user)).headers })
    expect(await adapter.getUserByEmail("ada@example.com")).toMatchObject({ name: "Ada" })
    expect(await devices(here)).toHaveLength(2)
    expect(await devices(here)).toContain("this browser")
    expect(await signOutElsewhere(here)).toBe(1)
    expect([await sqlite.getSession(here), await sqlite.getSession(there)]).toEqual([expect.anything(), null])
  })

  test("stores an account the way an overridden operation does", async () => {
    await signInThrough({ adapter: extended }, { sub: "eve", email: "eve@example.com" })
    const user = await adapter.getUserByEmail("eve@example.com")
    const [account] = await adapter.listAccounts(user?.id ?? "")
    expect(account).toMatchObject({ userId: user?.id })
    expect(account?.access_token).toBeUndefined()
  })

  test("of one's own takes a whole sign-in", async () => {
    const adapter = OwnAdapter()
    const browser = await signInThrough({ adapter })
    expect(await nameIn(browser)).toBe("Ada")
    expect(await adapter.getUserByEmail?.("ada@example.com")).toMatchObject({ name: "Ada" })
    await browser.post("/signout", { csrfToken: await browser.csrfToken() })
    expect(await nameIn(browser)).toBeNull()
  })
})

describe("passkeys", () => {
  test("their buttons add one, and sign in with one", () => {
    expect(renderToStaticMarkup(<Passkeys signedIn />)).toContain("Add a passkey")
    expect(renderToStaticMarkup(<Passkeys signedIn={false} />)).toContain("passkey")
  })

  test("a browser without them is told so", async () => {
    expect(await enter()).toBe("This browser doesn't support passkeys")
  })

  test("a browser without passkeys gets the sign-in page instead", async () => {
    const assign = vi.fn()
    vi.stubGlobal("location", { href: "https://app.test/", origin: "https://app.test", assign })
    vi.stubGlobal("fetch", async () => Response.json({}))
    await enterAtOnce()
    expect(assign).toHaveBeenCalledWith(expect.stringContaining("/auth/signin"))
    vi.unstubAllGlobals()
  })
})

describe("beside the page", () => {
  test("the card is for who is not signed in", () => {
    const github = {
      id: "github",
      name: "GitHub",
      type: "oauth",
      signinUrl: "/auth/signin/github",
      callbackUrl: "/x",
    } as const
    const card = (session: Session | null) =>
      renderToStaticMarkup(
        <SessionProvider session={session}>
          <ToPublish providers={[github]} publish={() => undefined} />
        </SessionProvider>,
      )
    expect(card(null)).toContain("Continue with GitHub")
    expect(card({ user: { name: "Ada" }, expires: "2099-01-01T00:00:00.000Z" })).toBe("")
  })

  test("a member's comment is published, and a cookieClient whose browser opens no window is told", async () => {
    const auth = createAuth({ providers: [GitHub({ clientId: "a", clientSecret: "b" })] })
    const posted: string[] = []
    vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
      if (init.method === "POST") posted.push(`${path} ${String(init.body)}`)
      return auth.handle(new Request(new URL(path, url), init))
    })
    expect(await publish("First!", false)).toBe("Allow this page to open a window, then try again.")
    expect(posted).toEqual([])
    expect(await publish("First!", true)).toBe("Published.")
    expect(posted).toEqual(["/api/comments First!"])
    vi.unstubAllGlobals()
  })
})

describe("security", () => {
  test.each([
    ["a colleague", { email: "ada@acme.example", email_verified: true }, "Ada"],
    ["an address nobody has proven", { email: "eve@acme.example", email_verified: false }, null],
    ["a stranger", { email: "eve@example.com", email_verified: true }, null],
  ])("the sign-in policy and %s", async (_, person, name) => {
    const browser = await signInThrough({ callbacks: colleagues.callbacks }, person)
    expect(await nameIn(browser)).toBe(name)
  })

  test("an app ends the sessions that it keeps in cookies", async () => {
    const auth = createAuth(endable)
    const { headers } = await mintSession(endable, { id: "ada", name: "Ada" })
    expect(await auth.getSession({ headers })).toMatchObject({ user: { name: "Ada" } })
    endSessions("ada")
    expect(await auth.getSession({ headers })).toBeNull()
    endSessions("ada", Date.now() - 3_600_000)
    expect(await auth.getSession({ headers })).toMatchObject({ user: { name: "Ada" } })
  })
})

describe("theming", () => {
  test.each([
    ["en-US", ["For employees only", "Continue with Acme account", ">Badge number<", ">Terms<", ">Ask the IT team<"]],
    ["de", ["Nur für Angestellte", "Weiter mit Acme-Konto", ">Ausweisnummer<", ">Datenschutz<", ">IT-Team fragen<"]],
  ])("the app's own texts are in the user's language: %s", async (language, texts) => {
    const env = { ...process.env, AUTH_COMPANY_ID: "latchkit", AUTH_COMPANY_SECRET: "a-secret" }
    const page = await cookieClient(createAuth(ownTexts, { env })).get("/signin", { "accept-language": language })
    const html = await page.text()
    for (const text of texts) expect(html).toContain(text)
  })

  test("the layout's panel is in the stylesheet, and the logo has a dark variant", async () => {
    const browser = cookieClient(createAuth({ ...split, providers: [] }))
    const html = await (await browser.get("/signin")).text()
    expect(html).toContain('srcset="/harbour-logo-dark.svg"')
    const [, sheet = ""] = /href="([^"]*theme[^"]*)"/.exec(html) ?? []
    const css = await (await browser.get(new URL(sheet, url).href)).text()
    expect(css).toMatch(/background-color:#0d2b45.*url\("\/harbour\.svg"\)/)
  })

  test("the built-in pages have the colors of shadcn/ui", async () => {
    const css = await (await cookieClient(createAuth({ ...shadcn, providers: [] })).get("/theme.css")).text()
    expect(css).toContain("--auth-brand:light-dark(#171717,#e5e5e5)")
    expect(css).toContain("--auth-radius:8px")
  })

  test("the built-in pages bring the theme as a stylesheet, and the logo", async () => {
    const browser = cookieClient(themed)
    const html = await (await browser.get("/signin")).text()
    expect(html).toContain('src="/logo.svg"')
    const sheets = [...html.matchAll(/href="([^"]+\.css)"/g)].map(([, path]) => new URL(path ?? "", url).href)
    const css = (await Promise.all(sheets.map(async (sheet) => (await browser.get(sheet)).text()))).join("\n")
    expect(css).toContain("--auth-brand:light-dark(#0f766e,#5eead4)")
    expect(css).toContain('[data-provider="github"]')
    const [, linked = ""] = /href="([^"]+)"/.exec(renderToStaticMarkup(<Layout>{null}</Layout>)) ?? [] // a page of the app
    const own = await (await themed.handle(new Request(new URL(linked, url)))).text()
    expect(own).toContain("--auth-brand:light-dark(#0f766e,#5eead4)")
  })

  test("a card has the color, and a catalogue its words", () => {
    expect(renderToStaticMarkup(<Login providers={[]} />)).toContain("--auth-brand:#0f766e")
    expect(renderToStaticMarkup(<Anmelden providers={[]} siteName="Acme" />)).toContain("Anmelden bei Acme")
  })

  test("a card has the app's own classes", () => {
    expect(renderToStaticMarkup(<SignInCard card={{ providers: [] }} />)).toContain("auth-title font-serif text-3xl")
  })

  test.each([
    ["de-AT,de;q=0.9", "Anmelden bei Acme"],
    ["fr", "Sign in to Acme"],
  ])("the pages for a browser that asks for %s", async (language, title) => {
    const page = await cookieClient(createAuth(languages)).get("/signin", { "accept-language": language })
    expect(await page.text()).toContain(title)
  })

  test.each([
    ["de", "Weiter mit GitHub"],
    ["fr", "Bonjour de Acme"],
  ])("the pages of a Worker that imports %s", async (language, text) => {
    const page = await cookieClient(workerLanguages).get("/signin", { "accept-language": language })
    expect(await page.text()).toContain(text)
  })

  test("the account of a Worker that imports it", async () => {
    const env = { AUTH_SECRET: "only-for-tests-and-at-least-32-long", AUTH_URL: "https://app.test" }
    const auth = authFor({ ...env, AUTH_GITHUB_ID: "id", AUTH_GITHUB_SECRET: "secret" })
    const page = await cookieClient(auth).get("/account")
    expect([page.status, await page.json()]).toEqual([200, null])
  })

  test.each([
    ["NEXT_LOCALE=de", "de"],
    ["NEXT_LOCALE=xx", "en"],
  ])("the app's own language, %s, whatever the browser prefers", async (cookie, language) => {
    const headers = { cookie, "accept-language": "fr" }
    expect(await (await cookieClient(appLanguage).get("/signin", headers)).text()).toContain(`<html lang="${language}"`)
    const { props } = await appLanguage.signInProps(new Request("https://app.test/login", { headers }))
    expect(props.messages?.language?.lang ?? "en").toBe(language) // a card without messages is in English
  })
})

test("the guide's emails have its logo and its footer", async () => {
  const sent: { html: string; text: string }[] = []
  const fetch = async (_: unknown, init?: RequestInit) => {
    sent.push(JSON.parse(String(init?.body)))
    return Response.json({})
  }
  const providers = [Resend({ from: "hello@nightbook.example", apiKey: "key", [customFetch]: fetch })]
  const adapter = MemoryAdapter()
  const auth = createAuth(
    { ...designed, providers, adapter, secret: "s".repeat(32) },
    { env: { AUTH_URL: "https://app.test/auth" } },
  )
  const browser = cookieClient(auth)
  await browser.post("/signin/resend", { csrfToken: await browser.csrfToken(), email: "ada@example.com" })
  expect(sent[0]?.html).toContain('src="https://app.test/logo.png"')
  expect(sent[0]?.text).toMatch(/Nightbook · 12 Observatory Lane, Zürich\n$/)
})
