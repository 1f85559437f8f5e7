import type { AccountDetails, Session } from "../client/contract.ts"
import { accountScreen } from "./screens/account.ts"
import { errorNoticeScreen, verifyRequestScreen } from "./screens/notices.ts"
import type { Screen } from "./screens/screen.ts"
import { providerButtonScreen, signInScreen } from "./screens/sign-in.ts"
import { signOutScreen } from "./screens/sign-out.ts"
import { userButtonScreen } from "./screens/user-button.ts"
import { webAuthnScreen } from "./screens/webauthn.ts"
import type { SignInProvider } from "./view/types.ts"

export type CaseName =
  "SignIn" | "SignOut" | "WebAuthn" | "VerifyRequest" | "ErrorNotice" | "ProviderButton" | "UserButton" | "Account"

/** A component in a state: what every rendering of it is compared for. */
export interface Case {
  component: CaseName
  props: Readonly<Record<string, unknown>>
  /** Who is signed in, where the component asks. */
  session?: Session | null
}

// each component is called with the props of its own cases alone
export const SCREENS = {
  Account: accountScreen,
  ErrorNotice: errorNoticeScreen,
  ProviderButton: providerButtonScreen,
  SignIn: signInScreen,
  SignOut: signOutScreen,
  UserButton: userButtonScreen,
  VerifyRequest: verifyRequestScreen,
  WebAuthn: webAuthnScreen,
} as unknown as Record<CaseName, Screen<object, object>>

export function provider(
  id: string,
  type: SignInProvider["type"] = "oauth",
  more: Partial<SignInProvider> = {},
): SignInProvider {
  const name = NAMES[id] ?? id
  return { id, name, type, signinUrl: `/auth/signin/${id}`, callbackUrl: `/auth/callback/${id}`, ...more }
}

const NAMES: Readonly<Record<string, string>> = {
  github: "GitHub",
  google: "Google",
  discord: "Discord",
  gitlab: "GitLab",
  apple: "Apple",
  twitter: "X",
  email: "Email",
}

const password = provider("credentials", "credentials", {
  credentials: { email: { label: "Email", type: "email" }, password: { label: "Password", type: "password" } },
})
const three = [provider("github"), provider("google"), provider("discord")]
const email = provider("email", "email")
const passkey = provider("passkey", "webauthn")
const site = { siteName: "Acme", csrfToken: "t", callbackUrl: "/" }
const ada = { id: "1", name: "Ada Lovelace", email: "ada@example.com", image: null }
const long = "The Extraordinarily Long-Named Identity Provider of the Federation"

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"
const SAFARI =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1"
const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36"

const NOW = Date.UTC(2026, 5, 20, 12)
const at = (hoursAgo: number) => new Date(NOW - hoursAgo * 3_600_000).toISOString()

export const DETAILS: AccountDetails = {
  user: ada,
  accounts: [{ id: "a1", provider: "github", name: "GitHub", type: "oauth", label: "ada-l", removable: true }],
  linkable: [provider("google", "oidc")],
  passkeys: [{ id: "p1", name: "MacBook", createdAt: at(17 * 24), lastUsedAt: at(3), backedUp: true, removable: true }],
  sessions: [
    { id: "s1", current: true, createdAt: at(0), expires: at(-720), userAgent: FIREFOX },
    { id: "s2", current: false, createdAt: at(2), expires: at(-720), userAgent: SAFARI },
  ],
}

const RICH: AccountDetails = {
  ...DETAILS,
  user: {
    ...ada,
    name: "Augusta Ada King-Noel, Countess of Lovelace",
    email: `${"augusta.ada.".repeat(4)}@example.com`,
  },
  accounts: [
    {
      id: "a1",
      provider: "keycloak",
      name: long,
      type: "oidc",
      label: `${"ada".repeat(20)}@example.com`,
      removable: true,
    },
    { id: "a2", provider: "github", name: "GitHub", type: "oauth", label: null, removable: false },
  ],
  passkeys: [
    {
      id: "p1",
      name: "A security key that is called a little too long for its row",
      createdAt: at(9000),
      lastUsedAt: null,
      backedUp: false,
      removable: false,
    },
    { id: "p2", name: "iPhone", createdAt: null, lastUsedAt: null, backedUp: true, removable: true },
  ],
  sessions: [
    { id: "s2", current: false, createdAt: at(50), expires: at(-720), userAgent: SAFARI },
    { id: "s3", current: false, createdAt: at(4000), expires: at(-720), userAgent: CHROME },
    { id: "s4", current: false, createdAt: null, expires: at(-720), userAgent: null },
    { id: "s1", current: true, createdAt: at(0.2), expires: at(-720), userAgent: FIREFOX },
  ],
}

const account = { siteName: "Acme", csrfToken: "t", now: NOW }
const session: Session = { user: ada, expires: "2099-01-01T00:00:00.000Z" }

const of = (component: CaseName, props: Case["props"], more: Partial<Case> = {}): Case => ({
  component,
  props,
  ...more,
})

export const CASES: Readonly<Record<string, Case>> = {
  "sign-in-empty": of("SignIn", { providers: [] }),
  "sign-in-one": of("SignIn", { ...site, providers: [provider("github")] }),
  "sign-in": of("SignIn", { ...site, providers: [...three, email, passkey], lastUsed: "github" }),
  "sign-in-password": of("SignIn", { ...site, providers: [password, provider("github"), provider("google")] }),
  webauthn: of("WebAuthn", { provider: "passkey" }),
  "webauthn-register": of("WebAuthn", { action: "register", label: "Add this device", done: true }),
  "webauthn-failed": of("WebAuthn", { error: "Unknown" }),
  "sign-in-passkey-failed": of("SignIn", {
    ...site,
    providers: [email, passkey],
    error: "Refused",
    lastUsed: "passkey",
  }),
  "sign-in-failed": of("SignIn", {
    ...site,
    providers: [password, provider("github"), provider("google")],
    error: "CredentialsSignin",
    email: "ada@example.com",
  }),
  "sign-in-refused-form": of("SignIn", {
    ...site,
    providers: [password, email],
    action: "?/signin",
    result: { failed: true, fieldErrors: { email: ["Enter an address."] }, formErrors: ["Two things are missing."] },
  }),
  "sign-in-action": of("SignIn", { ...site, providers: [password], action: "?/signin" }),
  "sign-in-waiting": of("SignIn", { ...site, providers: [...three, email], busy: "email", email: "ada@example.com" }),
  "sign-in-many": of("SignIn", {
    ...site,
    providers: [...three, provider("gitlab"), provider("apple"), provider("twitter"), provider("someone"), email],
    lastUsed: "gitlab",
  }),
  "sign-in-long": of("SignIn", {
    ...site,
    siteName: "The Federation of Extraordinarily Long-Named Societies",
    providers: [provider("keycloak", "oidc", { name: long }), email],
    notice: "Maintenance tonight from ten to eleven. Whoever is signed in stays signed in.",
    error: "OAuthAccountNotLinked",
  }),
  "sign-in-page": of("SignIn", { ...site, providers: [...three, email], page: true }),
  "sign-in-theme": of("SignIn", {
    ...site,
    providers: [email, ...three.slice(0, 2)],
    theme: { brandColor: "#0f766e" },
    class: "extra",
  }),
  "sign-in-filled": of("SignIn", {
    ...site,
    providers: [
      provider("github", "oauth", { style: { brandColor: "#24292f" } }),
      provider("google", "oidc", { style: { brandColor: "#ffd400", text: "#201800" } }),
      provider("discord", "oauth", { style: { bg: "#5865f2" } }),
      provider("gitlab", "oauth", { style: { brandColor: "red;background:url(//evil.test)" } }),
      email,
    ],
    lastUsed: "github",
  }),
  "sign-in-rtl": of("SignIn", { ...site, providers: [...three, password], lastUsed: "google", dir: "rtl", lang: "ar" }),
  "sign-out": of("SignOut", { ...site, user: "ada@example.com" }),
  "sign-out-failed": of("SignOut", { ...site, failed: true }),
  "verify-request": of("VerifyRequest", {
    email: "ada@gmail.com",
    codeAction: "/auth/callback/email",
    resendAction: "/auth/signin/email",
    signInUrl: "/auth/signin",
    csrfToken: "t",
  }),
  "verify-request-wrong": of("VerifyRequest", {
    email: "ada@example.com",
    codeAction: "/auth/callback/email",
    resendAction: "/auth/signin/email",
    signInUrl: "/auth/signin",
    resent: true,
    error: "Verification",
    csrfToken: "t",
  }),
  "error-notice": of("ErrorNotice", { error: "AccessDenied", signInUrl: "/auth/signin" }),
  "provider-button": of("ProviderButton", { ...site, provider: provider("google") }),
  "provider-button-form": of("ProviderButton", { ...site, provider: email, error: "EmailSignin" }),
  "user-button": of("UserButton", { csrfToken: "t", accountUrl: "/account", links: [{ label: "Billing", href: "/billing" }] }, { session }), // prettier-ignore
  "user-button-name": of("UserButton", { csrfToken: "t", showName: true }, { session }),
  "user-button-visitor": of("UserButton", { callbackUrl: "/" }, { session: null }),
  account: of("Account", { ...account, details: DETAILS }),
  "account-rich": of("Account", { ...account, details: RICH, error: "LastWayIn" }),
  "account-bare": of("Account", { ...account, details: { ...DETAILS, passkeys: [], sessions: null, linkable: [] } }),
  "account-waiting": of("Account", { ...account, details: DETAILS, busy: "link:google" }),
  "account-unknown": of("Account", { csrfToken: "t" }),
  "account-visitor": of("Account", { ...account, details: null }),
  "account-unanswered": of("Account", { ...account, unanswered: true }),
  "account-rtl": of("Account", { ...account, details: DETAILS, dir: "rtl", lang: "ar" }),
}
