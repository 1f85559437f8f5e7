import { expect, test } from "vitest"
import type { SignInProvider } from "./view/types.ts"
import { DETAILS } from "./account/account.fixture.ts"
import { CASES, findScreen } from "./cases.fixture.ts"
import { accountCard, signInCard, signOutCard, userButton } from "./html/index.ts"
import { verifyRequestPage } from "./html/email-pages.ts"
import { errorPage, signInPage } from "./html/pages.ts"
import { renderHtml } from "./html/render.ts"
import { renderings, type Name } from "./renderings.fixture.ts"
import { signInScreen } from "./sign-in/sign-in.screen.ts"
import { signInMarkup } from "./sign-in/sign-in.markup.ts"
import { markOf } from "./view/marks/index.ts"
import type { SignInProps } from "./sign-in/sign-in-props.view.ts"
import { signInView } from "./sign-in/sign-in.view.ts"

const provider = (
  id: string,
  type: SignInProvider["type"] = "oauth",
  more: Partial<SignInProvider> = {},
): SignInProvider => ({
  id,
  name: id,
  type,
  signinUrl: `/auth/signin/${id}`,
  callbackUrl: `/auth/callback/${id}`,
  ...more,
})
const password = provider("credentials", "credentials", {
  credentials: { email: { label: "Email", type: "email" }, password: { label: "Password", type: "password" } },
})

const STORIES: Record<string, SignInProps> = {
  empty: { providers: [] },
  "one provider": { providers: [provider("github")], siteName: "Acme", csrfToken: "t", callbackUrl: "/" },
  "three and a password": {
    providers: [provider("github"), provider("google"), provider("discord"), password],
    csrfToken: "t",
  },
  "many providers": { providers: ["github", "google", "discord", "gitlab", "apple", "x"].map((id) => provider(id)) },
  failed: {
    providers: [password, provider("github"), provider("google")],
    error: "CredentialsSignin",
    email: "ada@example.com",
  },
  "an error in other letters": { providers: [provider("github")], error: "__proto__" },
  waiting: { providers: [provider("github"), provider("email", "email")], busy: "email" },
  "last used": { providers: [provider("github"), provider("google")], lastUsed: "google" },
  passkey: { providers: [provider("email", "email"), provider("passkey", "webauthn")] },
  "long texts": {
    providers: [
      provider("github", "oauth", { name: "The Extraordinarily Long-Named Identity Provider of the Federation" }),
    ],
    siteName: "A".repeat(80),
  },
  hostile: {
    providers: [
      provider("x", "oauth", {
        name: '"><img src=x onerror=alert(1)>',
        signinUrl: "javascript:alert(1)",
        style: { logo: "javascript:alert(1)" },
      }),
    ],
    notice: "<script>alert(1)</script>",
  },
}

// `e2e/components/renderings.spec.ts` has those with a session, after hydration
const WHOLE = Object.entries(CASES).filter(([, { session, within }]) => session === undefined && !within)

test.each(WHOLE)("renders the same HTML in all four renderings: %s", (_, one) => {
  const { html, ...others } = renderings(one.component as Name, findScreen(one), one.props) // every case has a component
  expect(others).toEqual({ react: html, solid: html, svelte: html })
})

test.each(Object.entries(STORIES))("renders the same sign-in card in all four renderings: %s", (_, props) => {
  const { html, ...others } = renderings("SignIn", signInScreen, { marks: markOf, ...props })
  expect(others).toEqual({ react: html, solid: html, svelte: html })
})

test("renders the account, its menu and the sign-out as HTML for an app without a framework", () => {
  const session = { status: "authenticated", data: { user: DETAILS.user, expires: "2099-01-01T00:00:00.000Z" } }
  const shared = { csrfToken: "t", basePath: "/api/auth" }
  const account = accountCard({ ...shared, details: DETAILS })
  expect(account).toContain("Ada Lovelace")
  expect(account).toContain('action="/api/auth/account"')
  expect(userButton({ ...shared, session })).toContain('action="/api/auth/signout"')
  expect(userButton({ ...shared, session: { status: "unauthenticated" } })).toContain('href="/api/auth/signin"')
  expect(signOutCard(shared)).toContain('action="/api/auth/signout"')
})

test("tells a router in the browser which links leave the app", () => {
  const props = { basePath: "/api/auth", callbackUrl: "/" }
  const cards = [
    accountCard({ ...props, details: null }),
    userButton({ ...props, session: { status: "unauthenticated" } }),
    errorPage({ ...props, lang: "en", assets: undefined }),
    verifyRequestPage({ ...props, lang: "en", assets: undefined }),
  ]
  for (const html of cards) {
    const links = html.match(/<a [^>]*href="\/api\/auth\/signin[^>]*>/g) ?? []
    expect(links.length).toBeGreaterThan(0)
    for (const link of links) expect(link).toContain('rel="external"')
  }
})

test("keeps space for a passkey button only on a page with a script", () => {
  const passkey = STORIES["passkey"] ?? { providers: [] }
  const button = (html: string) => /<button[^>]* data-passkey=[^>]*>/.exec(html)?.[0]
  for (const html of [signInCard(passkey), accountCard({ csrfToken: "t", details: DETAILS })]) {
    expect(button(html)).toContain(" hidden")
    expect(button(html)).not.toContain("data-later")
  }
  expect(button(signInPage({ ...passkey, lang: "en", assets: undefined }))).toContain("data-later")
})

test("escapes a provider's strings, and never links to an unsafe URL (threat 242)", () => {
  const html = renderHtml(signInMarkup(signInView(STORIES["hostile"] ?? { providers: [] })))
  expect(html).not.toMatch(/<img|<script|javascript:/)
})

test("adds the card's prefix to ids (threat 252)", () => {
  const html = renderHtml(
    signInMarkup(
      signInView({
        providers: [provider("cookie", "email"), provider("location", "credentials", { credentials: { forms: {} } })],
      }),
    ),
  )
  expect([...html.matchAll(/ id="([^"]*)"/g)].every(([, id]) => id?.startsWith("kit-"))).toBe(true)
})

test("renders only known attributes of a credentials field (threat 244)", () => {
  const field = { label: "Name", type: "image", onfocus: "alert(1)", formaction: "//evil.test" }
  const html = renderHtml(
    signInMarkup(
      signInView({
        providers: [provider("c", "credentials", { credentials: { name: field, 'x" onfocus="alert(1)': {} } })],
      }),
    ),
  )
  expect(html).toContain('type="text"')
  expect(html).not.toMatch(/onfocus|formaction/)
})
