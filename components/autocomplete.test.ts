import { expect, test } from "vitest"
import { provider } from "./case.fixture.ts"
import { CASES, findScreen } from "./cases.fixture.ts"
import { signInCard } from "./html/index.ts"
import { identifierFirstPage } from "./html/pages.ts"
import { renderings, type Name } from "./renderings.fixture.ts"

const USERNAME = "username"
const NEW = "new-password"
const CURRENT = "current-password"

/** The ids and `autocomplete` of the fields in each form, which password managers read. */
const FORMS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "sign-in-password": { "auth-credentials-email": "username webauthn", "auth-credentials-password": CURRENT },
  "provider-button-password": { "auth-credentials-email": "username webauthn", "auth-credentials-password": CURRENT },
  "sign-up": { "auth-name": "name", "auth-email": USERNAME, "auth-password": NEW },
  "sign-up-elsewhere": { "auth-account-name": USERNAME, "auth-name": "name", "auth-password": NEW },
  "sign-up-invited": { "auth-account-name": USERNAME, "auth-name": "name", "auth-password": NEW },
  "forgot-password": { "auth-email": USERNAME },
  "reset-password": { "auth-account-name": USERNAME, "auth-password": NEW },
  "change-password": { "auth-account-name": USERNAME, "auth-password": NEW },
  "change-password-current": {
    "auth-account-name": USERNAME,
    "auth-currentPassword": CURRENT,
    "auth-password": NEW,
  },
  "change-password-add": { "auth-account-name": USERNAME, "auth-password": NEW },
  confirm: { "auth-account-name": USERNAME, "auth-password": CURRENT },
  "confirm-dialog": { "auth-account-name": USERNAME, "auth-password": CURRENT },
  "sign-up-sent": { "auth-code": "one-time-code" },
  "forgot-password-sent": { "auth-code": "one-time-code" },
  "verify-request": { "auth-code": "one-time-code" },
  "second-factor": { "auth-code": "one-time-code" },
  "enroll-totp": { "auth-code": "one-time-code" },
  "account-email": { "auth-email-new": "email" },
}

const attribute = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]
const isFilled = (input: string) => !/ type="(?:hidden|checkbox)"/.test(input)

/** Returns the inputs of each form that a user or a password manager fills in. */
const formsIn = (html: string) =>
  html
    .split(/<form\b/)
    .slice(1)
    .map((form) => (/^.*?<\/form>/s.exec(form)?.[0] ?? "").match(/<input\b[^>]*>/g) ?? [])
    .map((inputs) => inputs.filter(isFilled))
    .filter(({ length }) => length > 0)

test.each(Object.entries(FORMS))(
  "password managers can fill in the form of %s, in all four renderings",
  (name, fields) => {
    const found = CASES[name]
    if (!found) throw new Error(`There is no case ${name}`)
    for (const [rendering, html] of Object.entries(
      renderings(found.component as Name, findScreen(found), found.props),
    )) {
      const inputs = formsIn(html)[0] ?? []
      const shown = inputs.map((input) => [attribute(input, "id"), attribute(input, "autocomplete")])
      expect(shown, rendering).toEqual(Object.entries(fields))
    }
  },
)

const PASSWORD_FORMS = Object.entries(CASES).flatMap(([name, one]) => {
  const { component, props, session, within } = one
  if (session !== undefined || within) return []
  const forms = formsIn(renderings(component as Name, findScreen(one), props).html)
  const asking = forms.filter((inputs) => inputs.some((input) => attribute(input, "type") === "password"))
  return asking.map((inputs): [string, string[]] => [name, inputs])
})

// https://www.chromium.org/developers/design-documents/create-amazing-password-forms/
test.each(PASSWORD_FORMS)("the form of %s names its account before its password, and each has an id", (_, inputs) => {
  const kinds = inputs.map((input) => attribute(input, "autocomplete")?.split(" ")[0])
  const passwords = inputs.filter((input) => attribute(input, "type") === "password")
  expect(kinds.filter((kind) => kind === USERNAME)).toHaveLength(1)
  expect(kinds.indexOf(USERNAME)).toBeLessThan(kinds.findIndex((kind) => kind === CURRENT || kind === NEW))
  for (const input of passwords) expect([CURRENT, NEW]).toContain(attribute(input, "autocomplete"))
  const ids = inputs.map((input) => attribute(input, "id"))
  expect(new Set(ids).size).toBe(inputs.length)
  expect(ids).not.toContain(undefined)
})

test("every card with a password has such a form", () => {
  const names = new Set(PASSWORD_FORMS.map(([name]) => name.replace(/-.*/, "")))
  expect([...names].sort()).toEqual(["change", "confirm", "identifier", "provider", "reset", "sign"])
})

test("a sign-in that asks for the address first names the account in the form of the password", () => {
  const credentials = { email: { type: "email" }, password: { type: "password" } }
  const urls = { signinUrl: "/auth/signin/password", callbackUrl: "/auth/callback/password" }
  const providers = [{ id: "password", name: "Password", type: "credentials" as const, ...urls, credentials }]
  const props = { providers, startUrl: "/auth/signin", lang: "en", assets: undefined, csrfToken: "t" }
  const renderFields = (identifier?: string) =>
    (formsIn(identifierFirstPage({ ...props, identifier }))[0] ?? []).map((input) => attribute(input, "autocomplete"))
  expect(renderFields()).toEqual([USERNAME])
  expect(renderFields("ada@example.com")).toEqual([USERNAME, CURRENT])
})

test("a field of another name that stands for the user beside a password is one for password managers", () => {
  const fields = { customer: { label: "Customer number" }, password: { type: "password" }, note: {} }
  const html = signInCard({ providers: [provider("credentials", "credentials", { credentials: fields })] })
  const [customer = "", password = "", note = ""] = (html.match(/<input class="auth-input"[^>]*>/g) ?? []).slice(0, 3)
  expect(attribute(customer, "autocomplete")).toBe("username webauthn")
  expect(attribute(customer, "autocapitalize")).toBe("none")
  expect(attribute(password, "autocomplete")).toBe("current-password")
  expect(attribute(note, "autocomplete")).toBeUndefined()
})

test("no id begins as those of one-time codes do, which KeePassXC would offer a code for", () => {
  const providers = [provider("email", "email")]
  const page = identifierFirstPage({ providers, startUrl: "/auth/signin", lang: "en", assets: undefined })
  for (const html of [page, signInCard({ providers })]) {
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
    expect(ids.length).toBeGreaterThan(2)
    expect(ids.filter((id) => /^(?:auth|otp|2fa|mfa|code|token|challenge)/.test(id ?? ""))).toEqual([])
  }
})
