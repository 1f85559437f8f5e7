import { longSite, provider, testCase, type Case } from "../case.fixture.ts"

const site = { siteName: "Nightbook", csrfToken: "t" }
const fields = { name: { label: "Name", autocomplete: "name" } }
const terms = { termsUrl: "/terms", privacyUrl: "/privacy" }
const signUp = { ...site, ...terms, fields, providers: [provider("google")] }
const values = { name: "Ada Lovelace", email: "ada@example.com" }
const wrong = { name: "Ada Lovelace", email: "ada@example" }
const fieldErrors = { email: ["InvalidEmail"], password: ["PasswordTooShort"] }
const sent = { ...site, status: "sent", email: "ada@example.com" }
const email = "ada@example.com"
const longAddress = `${"augusta.ada.".repeat(4)}@example.com`

export const PASSWORD_CASES: Readonly<Record<string, Case>> = {
  "sign-up": testCase("SignUp", signUp),
  "sign-up-plain": testCase("SignUp", { csrfToken: "t" }),
  "sign-up-passkey": testCase("SignUp", { ...signUp, passkey: true }),
  "sign-up-passkey-optional": testCase("SignUp", { ...signUp, fields: undefined, passkey: "optional" }),
  "sign-up-passkey-waiting": testCase("SignUp", {
    ...signUp,
    fields: undefined,
    passkey: "optional",
    values,
    busy: "passkey",
  }),
  "sign-up-weak": testCase("SignUp", { ...signUp, values, strength: 1, typed: 9 }),
  "sign-up-similar": testCase("SignUp", {
    ...signUp,
    values,
    strength: 1,
    typed: 20,
    problem: "PasswordTooSimilar",
  }),
  "sign-up-strong": testCase("SignUp", { ...signUp, values, strength: 4, typed: 21 }),
  "sign-up-errors": testCase("SignUp", { ...signUp, providers: [], values: wrong, fieldErrors }),
  "sign-up-limited": testCase("SignUp", { ...signUp, values, error: "RateLimited", retryAfter: 240 }),
  "sign-up-waiting": testCase("SignUp", { ...signUp, values, strength: 4, typed: 21, busy: "form" }),
  "sign-up-sent": testCase("SignUp", { ...sent, resendAfter: 24 }),
  "sign-up-wrong-code": testCase("SignUp", { ...sent, error: "InvalidCode" }),
  "sign-up-confirm": testCase("SignUp", { ...site, status: "confirm", token: "k3y", email }),
  "sign-up-elsewhere": testCase("SignUp", { ...site, fields, token: "k3y", email }),
  "sign-up-invited": testCase("SignUp", { ...signUp, token: "k3y", email, invited: true, strength: 4, typed: 21 }),
  "sign-up-long": testCase("SignUp", { ...signUp, siteName: longSite, token: "k3y", email: longAddress }),
  "sign-up-rtl": testCase("SignUp", { ...signUp, dir: "rtl", lang: "ar", strength: 3, typed: 16 }),
  "forgot-password": testCase("ForgotPassword", site),
  "forgot-password-wrong": testCase("ForgotPassword", {
    ...site,
    values: wrong,
    fieldErrors: { email: ["InvalidEmail"] },
  }),
  "forgot-password-waiting": testCase("ForgotPassword", { ...site, values, busy: "form" }),
  "forgot-password-sent": testCase("ForgotPassword", { ...sent, resent: true, resendAfter: 58 }),
  "forgot-password-not-sent": testCase("ForgotPassword", { ...sent, error: "EmailSignin" }),
  "forgot-password-long": testCase("ForgotPassword", { ...sent, email: longAddress }),
  "reset-password": testCase("ResetPassword", { ...site, token: "k3y", email }),
  "reset-password-strong": testCase("ResetPassword", { ...site, token: "k3y", email, strength: 3, typed: 18 }),
  "reset-password-common": testCase("ResetPassword", {
    ...site,
    token: "k3y",
    email,
    fieldErrors: { password: ["PasswordTooCommon"] },
  }),
  "reset-password-failed": testCase("ResetPassword", { ...site, token: "k3y", email, error: "Offline" }),
  "change-password": testCase("ChangePassword", { ...site, email, cancelUrl: "/account" }),
  "change-password-current": testCase("ChangePassword", {
    ...site,
    email,
    asksCurrent: true,
    minLength: 8,
    cancelUrl: "/account",
  }),
  "change-password-incorrect": testCase("ChangePassword", {
    ...site,
    email,
    asksCurrent: true,
    fieldErrors: { currentPassword: ["PasswordIncorrect"] },
  }),
  "change-password-add": testCase("ChangePassword", { ...site, email, hasPassword: false }),
}
