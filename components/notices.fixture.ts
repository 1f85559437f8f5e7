import type { BrowserAccount, BrowserAccounts } from "../client/account-contract.ts"
import type { User } from "../client/contract.ts"
import { ada, longSite, testCase, provider, site, type Case } from "./case.fixture.ts"

const longAddress = `${"augusta.ada.".repeat(4)}@example.com`
const sent = { signInUrl: "/auth/signin", csrfToken: "t" }
const again = { ...sent, email: "ada@example.com", resendAction: "/auth/signin/email" }
const withCode = { ...again, codeAction: "/auth/callback/email" }
const back = { signInUrl: "/auth/signin" }

const asUser = (user: User): Pick<Case, "session"> => ({
  session: { user, expires: "2099-01-01T00:00:00.000Z" },
})
const menu = { csrfToken: "t", accountUrl: "/account", links: [{ label: "Billing", href: "/billing" }] }

const account = ({ name = null, email = null, image = null }: User, active = false): BrowserAccount => ({
  id: name?.split(" ", 1)[0]?.toLowerCase() ?? "x",
  name,
  email,
  image,
  active,
})
const ACCOUNTS: BrowserAccounts = {
  accounts: [
    account(ada, true),
    account({ name: "Grace Hopper", email: "grace@work.example", image: "/ada.svg" }),
    account({ name: "Alan Turing", email: "alan@example.com" }),
  ],
  canAdd: true,
}

export const NOTICE_CASES: Readonly<Record<string, Case>> = {
  webauthn: testCase("WebAuthn", { provider: "passkey" }),
  "webauthn-waiting": testCase("WebAuthn", { provider: "passkey", busy: true }),
  "webauthn-add": testCase("WebAuthn", { action: "register" }),
  "webauthn-register": testCase("WebAuthn", { action: "register", label: "Add this device", done: true }),
  "webauthn-failed": testCase("WebAuthn", { error: "Unknown" }),
  "webauthn-exists": testCase("WebAuthn", { action: "register", error: "Exists" }),
  "sign-out": testCase("SignOut", { ...site, user: "ada@example.com" }),
  "sign-out-plain": testCase("SignOut", { csrfToken: "t" }),
  "sign-out-waiting": testCase("SignOut", { ...site, user: "ada@example.com", busy: true }),
  "sign-out-long": testCase("SignOut", { ...site, siteName: longSite, user: longAddress }),
  "sign-out-failed": testCase("SignOut", { ...site, failed: true }),
  "verify-request": testCase("VerifyRequest", { ...withCode, email: "ada@gmail.com" }),
  "verify-request-anywhere": testCase("VerifyRequest", sent),
  "verify-request-link": testCase("VerifyRequest", again),
  "verify-request-waiting": testCase("VerifyRequest", { ...withCode, busy: "code" }),
  "verify-request-countdown": testCase("VerifyRequest", { ...withCode, resendAfter: 42 }),
  "verify-request-wrong": testCase("VerifyRequest", { ...withCode, resent: true, error: "Verification" }),
  "verify-request-not-sent": testCase("VerifyRequest", { ...withCode, resendError: "EmailSignin" }),
  "verify-request-long": testCase("VerifyRequest", { ...withCode, email: longAddress }),
  "error-notice": testCase("ErrorNotice", { error: "AccessDenied", ...back }),
  "error-notice-configuration": testCase("ErrorNotice", { error: "Configuration", ...back }),
  "error-notice-verification": testCase("ErrorNotice", { error: "Verification", ...back }),
  "error-notice-unbound": testCase("ErrorNotice", { error: "BoundSessionRequired", ...back }),
  "error-notice-unknown": testCase("ErrorNotice", { error: "Nobody knows this", ...back }),
  "user-button": testCase("UserButton", menu, asUser(ada)),
  "user-button-picture": testCase("UserButton", menu, asUser({ ...ada, image: "/ada.svg" })),
  "user-button-name": testCase("UserButton", { csrfToken: "t", showName: true }, asUser(ada)),
  "user-button-address": testCase("UserButton", { ...menu, showName: true }, asUser({ ...ada, name: null })),
  "user-button-long": testCase(
    "UserButton",
    { ...menu, showName: true },
    asUser({ ...ada, name: "Augusta Ada King-Noel, Countess of Lovelace", email: longAddress }),
  ),
  "user-button-waiting": testCase("UserButton", { ...menu, busy: true }, asUser(ada)),
  "user-button-failed": testCase("UserButton", { ...menu, failed: true }, asUser(ada)),
  "user-button-accounts": testCase("UserButton", { ...menu, accounts: ACCOUNTS }, asUser(ada)),
  "user-button-one-account": testCase(
    "UserButton",
    { csrfToken: "t", accounts: { accounts: [account(ada, true)], canAdd: true } },
    asUser(ada),
  ),
  "user-button-accounts-full": testCase(
    "UserButton",
    {
      ...menu,
      accounts: {
        accounts: [
          ...ACCOUNTS.accounts,
          account({ name: "Augusta Ada King-Noel, Countess of Lovelace", email: longAddress }),
          account({ email: "charles@example.com" }),
        ],
        canAdd: false,
      },
    },
    asUser(ada),
  ),
  "user-button-switching": testCase("UserButton", { ...menu, accounts: ACCOUNTS, busy: "grace" }, asUser(ada)),
  "user-button-switch-failed": testCase("UserButton", { ...menu, accounts: ACCOUNTS, failed: "switch" }, asUser(ada)),
  "user-button-account-ended": testCase("UserButton", { ...menu, accounts: ACCOUNTS, failed: "ended" }, asUser(ada)),
  "user-button-signed-out": testCase("UserButton", { callbackUrl: "/" }, { session: null }),
  "signed-in": testCase("UserButton", menu, { ...asUser(ada), within: "SignedIn" }),
  "signed-in-anonymous": testCase("UserButton", menu, { session: null, within: "SignedIn" }),
  "signed-out": testCase(
    "SignIn",
    { ...site, providers: [provider("github")] },
    { ...asUser(ada), within: "SignedOut" },
  ),
  "signed-out-anonymous": testCase(
    "SignIn",
    { ...site, providers: [provider("github")] },
    { session: null, within: "SignedOut" },
  ),
}
