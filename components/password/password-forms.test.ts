import { expect, test } from "vitest"
import type { AccountDetails } from "../../client/account-contract.ts"
import { ACCOUNT_CASES, DETAILS } from "../account/account.fixture.ts"
import { accountCard } from "../html/index.ts"
import { changePasswordPage, forgotPasswordPage, resetPasswordPage, signUpPage } from "../html/feature-pages.ts"
import { catalogFor, LANGUAGES } from "../view/messages/languages.ts"
import { PASSWORD_ERRORS } from "./password-message.view.ts"
import { passwordStrength } from "./password-strength.view.ts"

const page = { lang: "en", assets: undefined, csrfToken: "t", siteName: "Acme" }
const inputs = (html: string) =>
  [...html.matchAll(/<input[^>]*>/g)].map(([input]) => ({
    name: /name="([^"]*)"/.exec(input)?.[1],
    value: /value="([^"]*)"/.exec(input)?.[1],
    autocomplete: /autocomplete="([^"]*)"/.exec(input)?.[1],
  }))
const readFields = (html: string) => Object.fromEntries(inputs(html).map(({ name, value }) => [name, value]))

test("posts each password form to its own page with the CSRF token", () => {
  const pages = {
    "sign-up": signUpPage(page),
    "forgot-password": forgotPasswordPage(page),
    "reset-password": resetPasswordPage({ ...page, token: "k3y" }),
    account: changePasswordPage(page),
  }
  for (const [path, html] of Object.entries(pages)) {
    expect(html).toContain(`method="post" action="/auth/${path}"`)
    expect(readFields(html)["csrfToken"]).toBe("t")
  }
  expect(readFields(pages["reset-password"])["token"]).toBe("k3y")
  expect(readFields(pages.account)["change"]).toBe("change-password")
  expect(readFields(changePasswordPage({ ...page, hasPassword: false }))["change"]).toBe("set-password")
})

// Those around words that don't break
const withoutSpans = (html: string) => html.replaceAll(/<\/?span[^>]*>/g, "")

test("the account card changes, adds and removes the password", () => {
  const passwordRow = (name: string) => {
    const html = accountCard(ACCOUNT_CASES[name]?.props ?? {})
    return /<li class="auth-row" data-key="password">.*?<\/li>/.exec(html)?.[0]
  }
  const row = passwordRow("account-password") ?? ""
  const page = "/auth/change-password?callbackUrl=%2Faccount"
  expect(row).toMatch(/<a [^>]*aria-label="Change password"[^>]*>Change</)
  expect(row).toContain(`href="${page}"`)
  expect(readFields(row)).toEqual({ csrfToken: "t", callbackUrl: "/account", change: "remove-password" })
  const empty = passwordRow("account-no-password")
  expect(empty).toMatch(/Not set up.*<a [^>]*aria-label="Add password"[^>]*>Add</)
  expect(empty).not.toContain("<form")
  const only = passwordRow("account-only-password")
  expect(withoutSpans(only ?? "")).toContain("This is your only sign-in method")
  expect(only).not.toContain("<form")
  expect(passwordRow("account")).toBeUndefined()
})

test("the account card calls no method the only one if the user may have a password", () => {
  const only: AccountDetails = {
    ...DETAILS,
    accounts: DETAILS.accounts?.map((account) => ({ ...account, removable: false })) ?? null,
    passkeys: DETAILS.passkeys?.map((passkey) => ({ ...passkey, removable: false })) ?? null,
  }
  const note = "This is your only sign-in method"
  const count = (details: AccountDetails, error?: string) =>
    withoutSpans(accountCard({ details, error, csrfToken: "t" })).split(note).length - 1
  expect(count(only)).toBe(2)
  expect(count(only, "LastSignInMethod")).toBe(3)
  expect(count({ ...only, hasPassword: true, passwordRemovable: true })).toBe(0)
  const own = { ...only, ownPasswords: true } as const
  expect(count(own, "LastSignInMethod")).toBe(0)
  expect(count({ ...own, hasPassword: true, passwordRemovable: false })).toBe(0)
  expect(accountCard({ details: own, csrfToken: "t" })).not.toContain("remove-passkey")
})

test("tells password managers which field takes a new password, and for which account", () => {
  const html = signUpPage({ ...page, minLength: 8 })
  expect(inputs(html).map(({ autocomplete }) => autocomplete)).toEqual([undefined, "username", "new-password"])
  expect(html).toContain('passwordrules="minlength: 8; maxlength: 128;"')
  const reset = resetPasswordPage({ ...page, email: "ada@example.com" })
  expect(inputs(reset)).toContainEqual({ name: undefined, value: "ada@example.com", autocomplete: "username" })
  const change = changePasswordPage({ ...page, asksCurrent: true })
  expect(inputs(change).map(({ autocomplete }) => autocomplete)).toContain("current-password")
})

test("keeps every value of a failed form except the password (threat 469)", () => {
  const values = { email: "ada@example", name: "Ada", password: "moonlight" }
  const fieldErrors = { email: ["InvalidEmail"], password: ["PasswordTooShort"] }
  const html = signUpPage({ ...page, fields: { name: { label: "Name" } }, values, fieldErrors })
  expect(readFields(html)).toMatchObject({ name: "Ada", email: "ada@example" })
  expect(html).not.toContain("moonlight")
  expect(html).toContain("<title>Error: Create your Acme account</title>")
  expect(html.match(/aria-invalid="true"/g)).toHaveLength(2)
  expect(html).toMatch(/id="kit-password-error">Use at least 15 characters\. Four random words work well\.</)
})

test("shows a form's error as an alert, and a field's error only at its field", () => {
  const renderAlert = (props: object) =>
    /role="alert"[^>]*>(?:<div[^>]*>.*?<p>([^<]*)<)?/.exec(signUpPage({ ...page, ...props }))?.[1]
  expect(renderAlert({})).toBeUndefined()
  expect(renderAlert({ error: "RateLimited", retryAfter: 90 })).toBe("Too many attempts. Try again in 2 minutes.")
  expect(renderAlert({ error: "NotACode" })).toBe("Something went wrong. Try again.")
  expect(renderAlert({ formErrors: ["Offline"] })).toBe("You&#39;re offline. Check your connection and try again.")
  expect(renderAlert({ result: { failed: true, formErrors: ["Not today."] } })).toBe("Not today.")
  expect(renderAlert({ result: { failed: true, fieldErrors: { email: ["InvalidEmail"] } } })).toBeUndefined()
})

test("asks for the emailed code, and offers another email", () => {
  const html = signUpPage({ ...page, status: "sent", email: "ada@example.com", error: "InvalidCode" })
  expect(html).toContain("We sent a link and a code to </span><strong")
  expect(html).toContain("That code is incorrect or has expired.")
  expect(html).toContain('name="resend" value="1"')
  expect(html).toContain('autocomplete="one-time-code"')
  const forgot = forgotPasswordPage({ ...page, status: "sent", email: "ada@example.com" })
  expect(forgot).toContain('action="/auth/reset-password" data-part="code"')
  expect(forgot).toContain('action="/auth/forgot-password" data-part="again"')
  expect(forgot).toContain("If there&#39;s an account for ")
})

test("an invitation fixes the address", () => {
  const html = signUpPage({ ...page, invited: true, token: "k3y", email: "ada@example.com" })
  expect(html).toContain("<title>Join Acme</title>")
  expect(readFields(html)).not.toHaveProperty("email")
  expect(readFields(html)).toMatchObject({ token: "k3y" })
})

test("renders only safe URLs of the app", () => {
  const evil = "javascript:alert(1)"
  const html = signUpPage({ ...page, action: evil, signInUrl: evil, termsUrl: evil, privacyUrl: evil })
  expect(html).not.toContain("javascript:")
})

test.each(LANGUAGES)("has a message for each error of a field, in %s", async (lang) => {
  const messages = await catalogFor(lang)
  for (const error of PASSWORD_ERRORS) {
    const html = changePasswordPage({ ...page, messages, fieldErrors: { password: [error] } })
    const message = /id="kit-password-error">([^<]*)</.exec(html)?.[1] ?? ""
    expect(message).not.toContain(error)
    expect(message).not.toMatch(/[{}]|^$/)
  }
})

test.each([
  ["", 0],
  ["a", 1],
  ["moonlight", 1],
  ["aaaaaaaaaaaaaaaaaaaa", 1],
  ["1234567890123456", 1],
  ["correcthorse", 2],
  ["three quiet harbour lamps", 4],
])("estimates the strength of %j as %i", (password, strength) => {
  expect(passwordStrength(password)).toBe(strength)
})

test.each([
  ["PasswordTooSimilar", 1],
  ["PasswordTooCommon", 1],
  ["PasswordTooLong", 4],
])("calls a long password weak only if it is easy to guess: %s", (problem, strength) => {
  expect(passwordStrength("three quiet harbour lamps", problem)).toBe(strength)
})

test("offers a passkey beside the password only if asked to, and never for an invitation or an emailed link", () => {
  const button = (props: Partial<Parameters<typeof signUpPage>[0]>) =>
    /<button[^>]*name="passkey"[^>]*>/.exec(signUpPage({ ...page, ...props }))?.[0]
  expect(button({})).toBeUndefined()
  expect(button({ passkey: true })).toBeUndefined()
  expect(button({ passkey: "optional", token: "k3y", email: "ada@example.com" })).toBeUndefined()
  expect(button({ passkey: "optional" })).toMatch(/ formnovalidate.* hidden.* data-later/)
  expect(button({ passkey: "optional", hasPasskeys: true, scripted: true })).not.toContain("hidden")
  expect(button({ passkey: "optional", hasPasskeys: true, busy: "passkey" })).toContain('aria-busy="true"')
})
