import { expect, test } from "vitest"
import { identifierFirstCard } from "../html/index.ts"
import { IDENTIFIER_FIRST_CASES } from "./identifier-first.fixture.ts"
import { inFrameworks } from "../renderings.fixture.ts"
import { identifierFirst } from "./identifier-first.screen.ts"
import { ar } from "../view/messages/ar.ts"
import { de } from "../view/messages/de.ts"
import type { IdentifierFirstProps } from "./identifier-first.view.ts"

const findProps = (name: string) => IDENTIFIER_FIRST_CASES[name]?.props as unknown as IdentifierFirstProps // every case has them
const renderHtml = (name: string, more: Partial<IdentifierFirstProps> = {}) =>
  identifierFirstCard({ idPrefix: "auth", ...findProps(name), ...more })

test("asks for one field first, in a form that posts to Latchkit without a script", () => {
  const html = renderHtml("identifier-first")
  const [form = ""] = /<form[^>]*data-part="form".*?<\/form>/s.exec(html) ?? []
  expect(form).toContain('method="post" action="/auth/signin"')
  expect(form).toContain('name="csrfToken" value="t"')
  expect(form.match(/<input (?!type="hidden")/g)).toHaveLength(1)
  expect(form).toMatch(/<input[^>]*name="email"[^>]*autocomplete="username webauthn"[^>]*required/)
  expect(html).not.toMatch(/type="password"|Continue with email/)
})

test("posts to the form action of an app, with the page to return to and no provider", () => {
  const { react } = inFrameworks("SignIn", { ...findProps("identifier-first"), idPrefix: "auth", action: "/login" })
  const [form = ""] = /<form[^>]*data-part="form".*?<\/form>/s.exec(react) ?? []
  expect(form).toContain('action="/login"')
  expect(form).toContain('name="redirectTo" value="/"')
  expect(form).not.toContain("providerId")
})

test("shows the methods for an address, and a link to change it", () => {
  const html = renderHtml("identifier-first-methods")
  expect(html).toMatch(/<h1[^>]*>Enter your password</)
  expect(html).toMatch(/<a [^>]*href="\/login\?step=identifier"[^>]*>Change</)
  expect(html.match(/data-provider="\w+"/g)).toEqual(['data-provider="credentials"', 'data-provider="email"'])
  expect(
    html.match(/<input id="auth-\w+-email" type="email" name="email" hidden=""[^>]*value="ada@example.com">/g),
  ).toHaveLength(2)
  expect(html).toContain("data-passkey")
})

test("keeps the methods after a wrong password, if the app's page lost the step in its query", () => {
  const result = { failed: true, code: "CredentialsSignin", providerId: "credentials", values: { email: "eve@x.test" } }
  const props = { ...findProps("identifier-first"), action: "/login", idPrefix: "auth" }
  const { react } = inFrameworks("SignIn", { ...props, result })
  expect(react).toMatch(/<h1[^>]*>Enter your password<.*eve@x\.test.*Wrong email or password/s)
  const { react: asked } = inFrameworks("SignIn", { ...props, result: { ...result, providerId: undefined } })
  expect(asked).not.toContain('type="password"')
})

test("leads the users of a company only to its provider", () => {
  const html = renderHtml("identifier-first-company")
  expect(html).toMatch(/<h1[^>]*>Sign in with Corp</)
  expect(html.match(/<form/g)).toHaveLength(1)
})

test("keeps an incomplete address, and says at the field what is missing", () => {
  const html = renderHtml("identifier-first-rejected")
  expect(html).toMatch(/<input[^>]*value="ada@example"[^>]*aria-invalid="true" aria-describedby="auth-email-error"/)
  expect(html).toContain("Enter a complete email address")
})

test("speaks the language of its messages, in its direction", () => {
  expect(renderHtml("identifier-first", { messages: de })).toContain(
    'Geben Sie Ihre </span><span class="auth-unbroken">E-Mail-Adresse</span><span> ein',
  )
  expect(renderHtml("identifier-first", { messages: ar })).toMatch(/<section[^>]*lang="ar" dir="rtl"/)
})

test("shows blank buttons while it requests its props", () => {
  const { react } = inFrameworks("SignIn", { flow: identifierFirst })
  expect(react.match(/auth-blank/g)).toHaveLength(3)
  expect(react).not.toContain("<form")
})
