import { expect, onTestFinished, test, vi } from "vitest"
import type { ProviderType } from "../../client/contract.ts"
import { parseSignInForm } from "../../client/forms.ts"
import { provider } from "../case.fixture.ts"
import { signInCard } from "../html/index.ts"
import { verifyRequestPage } from "../html/email-pages.ts"
import { errorPage } from "../html/pages.ts"
import { renderings } from "../renderings.fixture.ts"
import { signInScreen } from "./sign-in.screen.ts"
import type { SignInProps } from "./sign-in-props.ts"
import type { SignInProvider } from "../view/types.ts"

const password = provider("password", "credentials", {
  credentials: { email: { type: "email" }, password: { type: "password" } },
})
const page = { lang: "en", assets: undefined, basePath: "/auth" }

const email = provider("email", "email")

const inEachRendering = (props: SignInProps, check: (html: string) => void) => {
  for (const html of Object.values(renderings("SignIn", signInScreen, props))) check(html)
}

const visible = (html: string) => html.replaceAll(/<label[^>]* hidden=""[^>]*>.*?<\/label>/g, "")

test("welcomes the user below the title, or says that no method is set up", () => {
  inEachRendering({ providers: [password] }, (html) => expect(html).toMatch(/<\/h1><p[^>]*>Welcome back<\/p>/))
  inEachRendering({ providers: [] }, (html) => {
    expect(html).toMatch(/<\/h1><p[^>]*>No sign-in methods are set up\.<\/p>/)
    expect(html).not.toContain("Welcome back")
  })
})

test("shows the checkbox of a card's only form between its password and its button", () => {
  inEachRendering({ providers: [provider("github"), password], remember: true }, (html) => {
    const [form = ""] = /<form[^>]*data-provider="password".*?<\/form>/s.exec(html) ?? []
    expect(visible(form)).toMatch(/type="password".*Keep me signed in.*type="submit"/s)
    expect(visible(html.replace(form, ""))).not.toContain("Keep me signed in")
    // The script of the page copies it to the other forms
    expect(html.match(/data-remember/g)).toHaveLength(1)
    expect(form).toContain("data-remember")
  })
})

test("shows one checkbox in the first of two forms, for both", () => {
  const props = { providers: [email, password], addressOnce: false, remember: true, scripted: true }
  const [first = "", second = ""] = signInCard({ ...props, scriptless: false }).match(/<form.*?<\/form>/gs) ?? []
  expect(first).toMatch(/data-part="remember">.*data-remember.*Keep me signed in/s)
  expect(second).toMatch(/data-part="remember" hidden[^>]*>(?!.*data-remember).*Keep me signed in/s)
})

test("leaves its forms to the browser beside Astro's router", () => {
  inEachRendering({ providers: [provider("github"), email, password] }, (html) => {
    expect(count(html, /<form [^>]*data-astro-reload/g)).toBe(count(html, /<form/g))
  })
})

const count = (html: string, pattern: RegExp) => html.match(pattern)?.length ?? 0

test("asks for the address once if an email provider is beside a password", () => {
  inEachRendering({ providers: [provider("github"), email, password] }, (html) => {
    expect(count(html, /type="email"/g)).toBe(1)
    expect(count(html, /data-part="or"/g)).toBe(1)
    expect(html).toMatch(
      />Sign in<.*formaction="\/auth\/signin\/email" formnovalidate[^>]*>.*Continue with email.*<\/form>/is,
    )
  })
})

test("asks for the address once with an app's own action too, which learns the provider from the button", () => {
  inEachRendering({ providers: [email, password], action: "?/signin" }, (html) => {
    expect(count(html, /type="email"/g)).toBe(1)
    expect(html).not.toContain("formaction")
    const sent = [...html.matchAll(/<(?:input|button)[^>]* name="providerId"[^>]*>/g)].map(
      ([tag]): [string, string] => ["providerId", /value="([^"]*)"/.exec(tag)?.[1] ?? ""],
    )
    expect(sent.map(([, id]) => id)).toEqual(["password", "email"])
    const typed: [string, string][] = [
      ["email", "ada@example.com"],
      ["password", ""],
    ]
    const [own = typed[0], button = typed[0]] = sent
    expect(parseSignInForm(new URLSearchParams([own, ...typed] as [string, string][]))).toMatchObject({
      providerId: "password",
    })
    const both = new URLSearchParams([own, ...typed, button] as [string, string][])
    expect(parseSignInForm(both)).toMatchObject({ providerId: "email", options: { email: "ada@example.com" } })
  })
})

test("shows the app's own label on a button whose text doesn't name the provider", () => {
  const own = (id: string, type: ProviderType, more: Partial<SignInProvider> = {}) =>
    provider(id, type, { label: `Continue with Acme ${id}`, ...more })
  const { credentials } = password
  const methods = [own("email", "email"), own("password", "credentials", { credentials }), own("key", "webauthn")]
  for (const addressOnce of [true, false])
    inEachRendering({ providers: methods, addressOnce }, (html) => {
      for (const { label } of methods) expect(html).toContain(`${label}<`)
      expect(html).not.toMatch(/Continue with email|Use a passkey/)
    })
})

test("asks for the address in each form if a third form or a color keeps them apart", () => {
  const second = { ...password, id: "second", name: "Second" }
  const filled = { ...email, style: { brandColor: "#0f766e" } }
  const apart: SignInProps[] = [
    { providers: [email, password], addressOnce: false },
    { providers: [email, password, second] },
    { providers: [filled, password] },
    { providers: [email, { ...email, id: "other", name: "Other" }] },
  ]
  for (const props of apart) {
    inEachRendering(props, (html) => {
      expect(count(html, /type="email"/g)).toBe(props.providers?.length)
      expect(html.toLowerCase()).not.toContain("formnovalidate")
    })
  }
})

test("offers a new link on the page of a link that no longer works, and sign-in on other pages", () => {
  expect(errorPage({ ...page, error: "Verification" })).toMatch(/href="\/auth\/signin"[^>]*>Get a new link</)
  expect(errorPage({ ...page, error: "AccessDenied" })).toMatch(/href="\/auth\/signin"[^>]*>Back to sign-in</)
})

test("focuses the code input, at first and after a wrong code, with the alert in its form", () => {
  const props = {
    ...page,
    email: "ada@example.com",
    codeAction: "/auth/callback/email",
    resendAction: "/auth/signin/email",
  }
  expect(verifyRequestPage(props)).toMatch(/<input[^>]*name="code"[^>]*autofocus=""/)
  const wrong = verifyRequestPage({ ...props, error: "Verification" })
  const [form = ""] = /<form[^>]*data-part="code".*?<\/form>/s.exec(wrong) ?? []
  expect(form).toMatch(/role="alert".*That code is incorrect.*<input[^>]*data-focus=""/s)
})

test("shows a provider's mark that comes with its data, or else a tile with its first letter", () => {
  const mark = { paths: [["M1 2h3", "currentColor"]] } as const
  inEachRendering({ providers: [provider("github", "oauth", { mark }), provider("acme"), provider("1up")] }, (html) => {
    const [github = "", acme = "", number = ""] = html.match(/<form[^>]*data-part="provider".*?<\/form>/gs) ?? []
    expect(github).toMatch(/<svg[^>]*auth-mark.*M1 2h3/s)
    expect(acme).toMatch(/<span[^>]*auth-mark"[^>]* data-letter="A"[^>]*><\/span>/)
    expect(number).toMatch(/<span[^>]*auth-mark"[^>]* data-letter="1"[^>]*><\/span>/)
    expect(acme + number).not.toContain("<svg")
  })
})

test("a provider without its URLs leads nowhere, and the log of development names it", () => {
  const logged = vi.spyOn(console, "error").mockReturnValue()
  onTestFinished(() => void (vi.restoreAllMocks(), vi.unstubAllEnvs()))
  const incomplete = [password, provider("github")].map((one) => ({
    ...one,
    signinUrl: undefined,
    callbackUrl: undefined,
  }))
  const withoutUrls = incomplete as unknown as (typeof password)[] // as an app without types passes them
  inEachRendering({ providers: withoutUrls }, (html) => expect(html.match(/action="#"/g)).toHaveLength(2))
  expect(logged).not.toHaveBeenCalled()
  vi.stubEnv("NODE_ENV", "development")
  signInCard({ providers: withoutUrls })
  expect(logged.mock.calls.flat().map((line) => /"(\w+)".* no `(\w+)`/.exec(String(line))?.slice(1))).toEqual([
    ["password", "callbackUrl"],
    ["github", "signinUrl"],
  ])
})
