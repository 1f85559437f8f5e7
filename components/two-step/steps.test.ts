import { expect, test } from "vitest"
import { ACCOUNT_CASES } from "../account/account.fixture.ts"
import { accountCard } from "../html/index.ts"
import { confirmCardPage, enrollTotpPage, recoveryCodesPage, secondFactorPage } from "../html/feature-pages.ts"
import { STEP_CASES } from "./steps.fixture.ts"
import type { EnrollTotpProps } from "./enroll-totp.view.ts"

const assets = { stylesheet: "/a.css", script: "/a.js", passkeyScript: "/p.js", stepScript: "/s.js" }
const page = { lang: "en", assets, csrfToken: "t", attempt: "a1", siteName: "Acme", account: "a••@example.com" }
const factors = { methods: ["totp", "passkey", "email", "recovery"] as const }
const enrollment = STEP_CASES["enroll-totp"]?.props as unknown as EnrollTotpProps // the case has these props

test.each(["account-two-step", "account-no-two-step"])("the account shows two-step verification: %s", (name) => {
  expect(accountCard(ACCOUNT_CASES[name]?.props ?? {})).toContain("Two-step verification")
})

test("posts each form of the second step with the attempt and the CSRF token", () => {
  const html = secondFactorPage({ ...page, ...factors, method: "email" })
  const forms = html.match(/<form.*?<\/form>/g) ?? []
  expect(forms).toHaveLength(3)
  for (const form of forms) {
    expect(form).toContain('method="post" action="/auth/step/second-factor"')
    expect(form).toContain('name="csrfToken" value="t"')
    expect(form).toContain('name="attempt" value="a1"')
  }
  expect(forms.map((form) => /name="(resend|cancel|code)"/.exec(form)?.[1])).toEqual(["code", "resend", "cancel"])
})

test("links other methods to their own page, and requests a code by email with a form", () => {
  const html = secondFactorPage({ ...page, ...factors, method: "list" })
  expect(html).toContain('href="/auth/step/second-factor?method=recovery"')
  expect(html).not.toContain("method=email")
  expect(html).toMatch(/name="method" value="email"><input type="hidden" name="resend" value="1">/)
})

test("keeps a hyphen of an address with what follows, and the mark after the address on its line", () => {
  const html = secondFactorPage({ ...page, ...factors, account: "a••@long-domain.example" })
  expect(html).toContain(
    '<strong dir="auto"><span>a••@long</span><span class="auth-unbroken">-d</span><span>omain.example</span></strong><span>\u00A0· </span>',
  )
})

test("a line may end after the at sign of a long address", () => {
  const html = secondFactorPage({ ...page, ...factors, account: "a••••••••••••@long.domain.example" })
  expect(html).toContain('<strong dir="auto">a••••••••••••@<wbr><span>long.domain.example</span></strong>')
})

test("links the only other method directly", () => {
  const html = secondFactorPage({ ...page, methods: ["totp", "recovery"] })
  expect(html).toContain("Use a recovery code instead")
  expect(html).not.toContain("Use another method")
  expect(secondFactorPage({ ...page, methods: ["totp"] })).not.toContain("data-method")
})

test.each([
  [{ method: "totp" }, "That code is incorrect or has expired. Check it, or wait for the next one."],
  [{ method: "email" }, "That code is incorrect or has expired. Check it, or request a new one."],
  [{ method: "recovery" }, "That recovery code is incorrect or was already used."],
  [{ error: "RateLimited", retryAfter: 240 }, "Too many attempts. Try again in 4 minutes."],
  [{ error: "RateLimited" }, "Too many attempts. Try again later."],
  [{ error: "AttemptExpired" }, "This page expired. Try again."],
  [{ error: "EmailSignin" }, "We couldn't send the email. Check the address and try again."],
  [{ error: "Nobody knows this" }, "Something went wrong. Try again."],
] as const)("explains why the second step failed: %j", (props, sentence) => {
  const html = secondFactorPage({ ...page, ...factors, error: "InvalidCode", ...props })
  expect(html).toContain(`<p>${sentence.replaceAll("'", "&#39;")}</p>`)
  expect(html).toContain("<title>Error: ")
})

test("focuses the empty field after a wrong code, and keeps the trusted device", () => {
  const html = secondFactorPage({ ...page, ...factors, error: "InvalidCode", canTrust: true, trust: true })
  const input = /<input id="kit-code"[^>]*>/.exec(html)?.[0]
  expect(input).toMatch(/ data-focus="".* aria-invalid="true" aria-describedby="kit-alert"/)
  expect(input).not.toContain("value=")
  expect(html).toContain('name="trust" value="yes" checked=""')
})

test("loads the script of steps, and not the sign-in page's script for passkeys", () => {
  const pages = [
    secondFactorPage({ ...page, ...factors, method: "passkey" }),
    enrollTotpPage({ ...enrollment, ...page }),
    recoveryCodesPage({ ...page, codes: ["a"] }),
    confirmCardPage({ ...page, methods: ["passkey"] }),
  ]
  for (const html of pages) expect(html.match(/src="[^"]*"/g)).toEqual(['src="/a.js"', 'src="/s.js"'])
})

test("renders only a path as QR code, and opens only an authenticator app (threat 443)", () => {
  const hostile = { qr: { size: 37, d: 'M0 0"><script>' }, otpauthUrl: "javascript:alert(1)" }
  const html = enrollTotpPage({ ...enrollment, ...page, ...hostile, assets: undefined })
  expect(html).not.toMatch(/script|javascript/)
  expect(enrollTotpPage({ ...enrollment, ...page })).toContain('href="otpauth://totp/Acme:ada%40example.com?secret=')
})

test("keeps recovery codes out of every URL, and names the file after the site (threat 439)", () => {
  const html = recoveryCodesPage({ ...page, siteName: "../Acme: Notes", codes: ["k7wd-3mqx"], doneUrl: "/a?x=1" })
  expect(html).toContain('data-download="acme-notes-recovery-codes.txt"')
  expect(html).toMatch(/method="get" action="\/a"[^>]*><input type="hidden" name="x" value="1">/)
  expect(html).not.toMatch(/(?:href|action|src)="[^"]*k7wd/)
})

test("names what is confirmed and for which account (threat 453)", () => {
  const html = confirmCardPage({ ...page, methods: ["password"], actionName: "Delete <everything>", backUrl: "/keys" })
  expect(html).toContain("Delete &#60;everything&#62;")
  expect(html).toContain("a••@example.com")
  expect(html).toContain('href="/keys"')
  expect(html).toContain('name="password"')
})

test("sends a passkey's user to other methods if the browser has none", () => {
  const html = confirmCardPage({
    ...page,
    methods: ["passkey", "password", "provider"],
    provider: { id: "x", name: "X" },
  })
  expect(html).toContain("This browser doesn&#39;t support passkeys.")
  expect(html).toContain("Use your password instead")
  expect(html).toMatch(/name="provider" value="x"/)
})

test("posts each form of a confirmation to its URL, with the page to return to", () => {
  const url = "/auth/confirm?max_age=600&factors=2"
  const html = confirmCardPage({ ...page, methods: ["email", "totp", "recovery"], url, callbackUrl: "/keys" })
  const forms = html.match(/<form.*?<\/form>/g) ?? []
  expect(forms).toHaveLength(2)
  for (const form of forms) {
    expect(form).toContain('method="post" action="/auth/confirm?max_age=600&#38;factors=2"')
    expect(form).toContain('name="callbackUrl" value="/keys"')
  }
  expect(html).toContain('href="/auth/confirm?max_age=600&#38;factors=2&#38;method=recovery"')
  expect(confirmCardPage({ ...page, methods: ["totp"] })).toContain('action="/auth/confirm"')
})

test("offers to send a code by email, and doesn't claim that it was sent", () => {
  const props = { ...page, methods: ["email", "totp"], codeSent: false } as const
  const html = confirmCardPage(props)
  expect(html).toContain("Get a code at a••@example.com")
  expect(html).toMatch(/data-part="send">.*name="method" value="email".*name="resend" value="1".*Email me a code/s)
  expect(html).not.toMatch(/We sent|name="code"|Didn&#39;t get it/)
  expect(confirmCardPage({ ...props, account: undefined })).toContain("Choose how to confirm it&#39;s you.")
  expect(confirmCardPage({ ...props, method: "totp" })).toContain('name="code"')
  expect(confirmCardPage({ ...props, codeSent: true })).toMatch(/We sent a code to .*name="code"/s)
})

test("doesn't break a short word of a title at its hyphen", () => {
  expect(enrollTotpPage({ ...enrollment, ...page })).toContain(
    '<span>Set up </span><span class="auth-unbroken">two-step</span><span> verification</span></h1>',
  )
})
