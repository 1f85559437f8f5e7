import { expect, test } from "vitest"
import { renderHtml } from "./html/render.ts"
import { signInCard, signOutCard } from "./html/index.ts"
import { renderings } from "./renderings.fixture.ts"
import { signInScreen } from "./sign-in/sign-in.screen.ts"
import type { SignInProps } from "./sign-in/sign-in-props.ts"
import { signOutScreen, type SignOutProps } from "./sign-out/sign-out.screen.ts"
import { de } from "./view/messages/de.ts"
import type { SignInProvider } from "./view/types.ts"

const provider = (id: string, type: SignInProvider["type"], more: Partial<SignInProvider> = {}): SignInProvider => ({
  id,
  name: id,
  type,
  signinUrl: `/auth/signin/${id}`,
  callbackUrl: `/auth/callback/${id}`,
  ...more,
})
const emailProvider = provider("email", "email")
const password = provider("password", "credentials", {
  credentials: { email: { type: "email" }, password: { type: "password" } },
})
const github = provider("github", "oauth", { name: "GitHub" })
const allProviders = [github, emailProvider, password]

/** Returns the forms of a card by provider, and everything outside of them. */
function splitForms(html: string) {
  const forms = [...html.matchAll(/<form[^>]*data-provider="([^"]*)"[^>]*>.*?<\/form>/gs)]
  const outside = forms.reduce((rest, [form]) => rest.replace(form, ""), html)
  return { ...Object.fromEntries(forms.map(([form, id = ""]) => [id, form])), outside } as Record<string, string>
}

const inEachRendering = (props: SignInProps, check: (html: string) => void) => {
  for (const html of Object.values(
    renderings("SignIn", signInScreen, { action: "?/signin", addressOnce: false, ...props }),
  ))
    check(html)
}

const failed = (result: object) => ({ failed: true, fieldErrors: {}, formErrors: [], ...result })

test.each<[string, Partial<SignInProps>, string]>([
  ["a code of the page", { error: "CredentialsSignin" }, "password"],
  ["a code of the form action", { result: failed({ code: "CredentialsSignin" }) }, "password"],
  [
    "a sentence for the form that was sent",
    { failedProvider: "email", result: failed({ formErrors: ["No."] }) },
    "email",
  ],
  [
    "a sentence for the form that the result names",
    { result: failed({ formErrors: ["No."], providerId: "email" }) },
    "email",
  ],
  ["an email that wasn't sent", { error: "EmailSignin" }, "email"],
])("shows the alert in the form that failed, in all four renderings: %s", (_, props, form) => {
  inEachRendering({ providers: allProviders, ...props }, (html) => {
    const { [form]: own, ...others } = splitForms(html)
    expect(own).toContain('class="auth-alert"')
    expect(Object.values(others).join()).not.toContain('class="auth-alert"')
  })
})

test("shows the alert above all forms if it isn't known which one failed", () => {
  inEachRendering({ providers: allProviders, error: "Callback" }, (html) =>
    expect(splitForms(html)["outside"]).toContain('class="auth-alert"'),
  )
  inEachRendering({ providers: allProviders, error: "SessionRequired", failedProvider: "email" }, (html) =>
    expect(splitForms(html)["outside"]).toContain("Sign in to continue."),
  )
})

test("shows a field's error once, at the field of the form that failed", () => {
  const result = failed({ fieldErrors: { email: ["Nobody has this address."] } })
  inEachRendering({ providers: allProviders, failedProvider: "password", result }, (html) => {
    expect(html.match(/Nobody has this address\./g)).toHaveLength(1)
    expect(html.match(/aria-invalid="true"/g)).toHaveLength(1)
    expect(splitForms(html)["password"]).toMatch(
      /aria-describedby="auth-password-email-error"[^>]*aria-invalid="true"[^>]*data-focus/,
    )
    expect(html).not.toContain('class="auth-alert"')
  })
})

test.each([
  failed({ code: "InvalidForm", fieldErrors: { providerId: ["Expected the id of a provider"] } }),
  failed({ code: "InvalidForm", fieldErrors: { redirectTo: ["Expected an address of this site"], email: [] } }),
  failed({ code: "InvalidForm", formErrors: ["Expected a form"] }),
  failed({ fieldErrors: { options: ["Expected fields"] } }),
])("never shows a developer's message to a user: %j", (result) => {
  inEachRendering({ providers: allProviders, result, messages: de }, (html) => {
    expect(html).not.toContain("Expected")
    expect(html).toContain(de.errors?.Default)
  })
})

test("translates codes among a field's errors, and keeps the app's own messages", () => {
  const result = failed({ fieldErrors: { email: ["EmailSignin"], password: ["At least 12 characters."] } })
  const html = signInCard({ providers: [password], action: "?/signin", result, messages: de })
  expect(html).toContain(de.errors?.EmailSignin)
  expect(html).toContain("At least 12 characters.")
})

test("says when to try again after too many attempts at a form action", () => {
  inEachRendering({ providers: allProviders, result: failed({ code: "RateLimited", retryAfter: 90 }) }, (html) =>
    expect(html).toContain("Too many attempts. Try again in 2 minutes."),
  )
})

test("shows on the card that an account has no access", () => {
  const card = (siteName?: string) => signInCard({ providers: allProviders, error: "AccessDenied", siteName })
  expect(card("Acme")).toContain("This account doesn&#39;t have access to Acme.")
  expect(card()).toContain("This account doesn&#39;t have access.")
})

test("names the provider whose sign-in failed, if it is known", () => {
  const card = (more: object) => signInCard({ providers: allProviders, error: "OAuthSignin", ...more })
  expect(card({ failedProvider: "github" })).toContain("We couldn&#39;t reach GitHub. Try again.")
  expect(card({})).toContain("We couldn&#39;t reach the sign-in provider. Try again.")
  const own = { messages: { errors: { OAuthSignin: "They are away." } } }
  expect(card(own)).toContain("They are away.")
})

test("keeps what was typed into the form that failed, but not its password", () => {
  const username = provider("member", "credentials", { credentials: { username: {}, password: { type: "password" } } })
  const props = {
    providers: [username, emailProvider],
    failedProvider: "member",
    values: { username: "ada", password: "x-secret", email: "a@b.c" },
  }
  inEachRendering(props, (html) => {
    expect(html).toMatch(/name="username"[^>]*value="ada"/)
    expect(html).not.toMatch(/x-secret|a@b\.c/)
  })
})

test("keeps the input and the redirect target on a page that the form action rendered again", () => {
  const username = provider("member", "credentials", { credentials: { username: {}, password: { type: "password" } } })
  const result = failed({
    code: "CredentialsSignin",
    providerId: "member",
    values: { username: "ada" },
    redirectTo: "/journal",
  })
  inEachRendering({ providers: [username, emailProvider, github], callbackUrl: "/", result }, (html) => {
    expect(splitForms(html)["member"]).toMatch(/name="username"[^>]*value="ada"/)
    for (const form of ["member", "email", "github"])
      expect(splitForms(html)[form]).toMatch(/name="redirectTo"[^>]*value="\/journal"/)
  })
  inEachRendering({ providers: [username], callbackUrl: "/", result: { ...result, failed: false } }, (html) =>
    expect(html).toMatch(/name="redirectTo"[^>]*value="\/"/),
  )
})

test.each<[string, SignOutProps, string]>([
  ["a sentence of the form action", { result: failed({ formErrors: ["Not now."] }) }, "Not now."],
  ["its code", { result: failed({ code: "MissingCSRF" }) }, "This page expired. Try again."],
  [
    "an invalid form",
    { result: failed({ code: "InvalidForm", fieldErrors: { redirectTo: ["Expected a text"] } }) },
    "We couldn't sign you out. You're still signed in.",
  ],
  ["nothing more", { result: { failed: true } }, "We couldn't sign you out. You're still signed in."],
])("a rejected sign-out form says why, in all four renderings: %s", (_, props, sentence) => {
  for (const html of Object.values(renderings("SignOut", signOutScreen, { action: "?/signout", ...props })))
    expect(html).toContain(`<p>${sentence}</p>`)
  expect(signOutCard({ action: "?/signout" })).not.toContain('class="auth-alert"')
})

test("turns off corrections for a username, and sets the keyboard's next key", () => {
  const form = provider("member", "credentials", { credentials: { username: {}, password: { type: "password" } } })
  const html = signInCard({ providers: [form] })
  const input = (name: string) => new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)?.[0] ?? ""
  for (const attribute of [
    'autocomplete="username webauthn"',
    'autocapitalize="none"',
    'spellcheck="false"',
    'enterkeyhint="next"',
  ])
    expect(input("username")).toContain(attribute)
  expect(input("password")).toContain('enterkeyhint="go"')
  expect(html).toContain(">Username</label>")
})

test("keeps a form's state while its action runs", () => {
  const state = { ...signInScreen.initial, sent: "password", values: { email: "ada@example.com" } }
  const html = renderHtml(signInScreen.markup({ providers: [emailProvider, password], action: "?" }, state))
  expect(splitForms(html)["password"]).toContain('value="ada@example.com"')
})

test("shows what a form lacks, although the app has errors of the form that was sent before", () => {
  const found = { failed: true, providerId: "password", fieldErrors: { password: ["Fill in this field."] } }
  const props = {
    providers: allProviders,
    failedProvider: "password",
    fieldErrors: { email: ["Nobody has this address."] },
  }
  const shown = (left?: typeof found) =>
    renderHtml(signInScreen.markup(props, { ...signInScreen.initial, left: left && { found: left } }))
  expect(shown()).toContain("Nobody has this address.")
  expect(shown(found)).toContain("Fill in this field.")
  expect(shown(found)).not.toContain("Nobody has this address.")
})
