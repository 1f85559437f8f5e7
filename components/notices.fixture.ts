import type { User } from "../client/contract.ts"
import { ada, longSite, of, provider, site, type Case } from "./case.fixture.ts"

const longAddress = `${"augusta.ada.".repeat(4)}@example.com`
const sent = { signInUrl: "/auth/signin", csrfToken: "t" }
const again = { ...sent, email: "ada@example.com", resendAction: "/auth/signin/email" }
const withCode = { ...again, codeAction: "/auth/callback/email" }
const back = { signInUrl: "/auth/signin" }

const asUser = (user: User): Pick<Case, "session"> => ({
  session: { user, expires: "2099-01-01T00:00:00.000Z" },
})
const menu = { csrfToken: "t", accountUrl: "/account", links: [{ label: "Billing", href: "/billing" }] }

export const NOTICE_CASES: Readonly<Record<string, Case>> = {
  webauthn: of("WebAuthn", { provider: "passkey" }),
  "webauthn-waiting": of("WebAuthn", { provider: "passkey", busy: true }),
  "webauthn-add": of("WebAuthn", { action: "register" }),
  "webauthn-register": of("WebAuthn", { action: "register", label: "Add this device", done: true }),
  "webauthn-failed": of("WebAuthn", { error: "Unknown" }),
  "webauthn-exists": of("WebAuthn", { action: "register", error: "Exists" }),
  "sign-out": of("SignOut", { ...site, user: "ada@example.com" }),
  "sign-out-plain": of("SignOut", { csrfToken: "t" }),
  "sign-out-waiting": of("SignOut", { ...site, user: "ada@example.com", busy: true }),
  "sign-out-long": of("SignOut", { ...site, siteName: longSite, user: longAddress }),
  "sign-out-failed": of("SignOut", { ...site, failed: true }),
  "verify-request": of("VerifyRequest", { ...withCode, email: "ada@gmail.com" }),
  "verify-request-anywhere": of("VerifyRequest", sent),
  "verify-request-link": of("VerifyRequest", again),
  "verify-request-waiting": of("VerifyRequest", { ...withCode, busy: "code" }),
  "verify-request-countdown": of("VerifyRequest", { ...withCode, resendAfter: 42 }),
  "verify-request-wrong": of("VerifyRequest", { ...withCode, resent: true, error: "Verification" }),
  "verify-request-not-sent": of("VerifyRequest", { ...withCode, resendError: "EmailSignin" }),
  "verify-request-long": of("VerifyRequest", { ...withCode, email: longAddress }),
  "error-notice": of("ErrorNotice", { error: "AccessDenied", ...back }),
  "error-notice-configuration": of("ErrorNotice", { error: "Configuration", ...back }),
  "error-notice-verification": of("ErrorNotice", { error: "Verification", ...back }),
  "error-notice-unknown": of("ErrorNotice", { error: "Nobody knows this", ...back }),
  "user-button": of("UserButton", menu, asUser(ada)),
  "user-button-picture": of("UserButton", menu, asUser({ ...ada, image: "/ada.svg" })),
  "user-button-name": of("UserButton", { csrfToken: "t", showName: true }, asUser(ada)),
  "user-button-address": of("UserButton", { ...menu, showName: true }, asUser({ ...ada, name: null })),
  "user-button-long": of(
    "UserButton",
    { ...menu, showName: true },
    asUser({ ...ada, name: "Augusta Ada King-Noel, Countess of Lovelace", email: longAddress }),
  ),
  "user-button-waiting": of("UserButton", { ...menu, busy: true }, asUser(ada)),
  "user-button-failed": of("UserButton", { ...menu, failed: true }, asUser(ada)),
  "user-button-visitor": of("UserButton", { callbackUrl: "/" }, { session: null }),
  "signed-in": of("UserButton", menu, { ...asUser(ada), within: "SignedIn" }),
  "signed-in-visitor": of("UserButton", menu, { session: null, within: "SignedIn" }),
  "signed-out": of("SignIn", { ...site, providers: [provider("github")] }, { ...asUser(ada), within: "SignedOut" }),
  "signed-out-visitor": of("SignIn", { ...site, providers: [provider("github")] }, { session: null, within: "SignedOut" }), // prettier-ignore
}
