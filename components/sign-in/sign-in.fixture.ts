import { SIGN_IN_ERRORS } from "../../client/contract.ts"
import { browserErrors, passkey as english } from "../view/messages/en.ts"
import { longSite, testCase, provider, site, type Case } from "../case.fixture.ts"
import { markApple, markDiscord, markGithub, markGitlab, markTwitter } from "../view/marks/marks.generated.ts"
import { google, microsoft } from "../view/provider-marks.ts"

const password = provider("credentials", "credentials", {
  credentials: { email: { label: "Email", type: "email" }, password: { label: "Password", type: "password" } },
})
const member = provider("credentials", "credentials", {
  credentials: { ...password.credentials, club: { label: "Club", required: false } },
})
const three = [provider("github"), provider("google"), provider("discord")]
const email = provider("email", "email")
const passkey = provider("passkey", "webauthn")
const marks = {
  github: markGithub,
  google,
  discord: markDiscord,
  gitlab: markGitlab,
  apple: markApple,
  twitter: markTwitter,
}
const marked = Object.entries(marks).map(([id, mark]) => provider(id, "oauth", { mark }))
const many = [...marked, provider("microsoft", "oidc", { name: "Microsoft", mark: microsoft }), email]
const long = provider("keycloak", "oidc", {
  name: "The Extraordinarily Long-Named Identity Provider of the Federation",
})

const signIn = (props: Case["props"]) => testCase("SignIn", { ...site, ...props })

const passwordUrls = { forgotUrl: "/auth/forgot-password", signUpUrl: "/auth/sign-up" }

const STATES: Readonly<Record<string, Case>> = {
  "sign-in-empty": testCase("SignIn", { providers: [] }),
  "sign-in-one": signIn({ providers: [provider("github")] }),
  "sign-in": signIn({ providers: [...three, email, passkey], lastUsed: "github" }),
  "sign-in-password": signIn({ providers: [password, provider("github"), provider("google")] }),
  "sign-in-either": signIn({ providers: [...three.slice(0, 2), email, password, passkey], ...passwordUrls }),
  "sign-in-either-waiting": signIn({ providers: [password, email], busy: "email", email: "ada@example.com" }),
  "sign-in-either-failed": signIn({ providers: [password, email], error: "EmailSignin", lastUsed: "email" }),
  "sign-in-email-first": signIn({ providers: [...three, email], emailFirst: true }),
  "sign-in-prefilled": signIn({ providers: [email, ...three], email: "ada@example.com" }),
  "sign-in-last-email": signIn({ providers: [...three, email, passkey], lastUsed: "email" }),
  "sign-in-last-passkey": signIn({ providers: [...three, email, passkey], lastUsed: "passkey" }),
  "sign-in-passkey-failed": signIn({
    providers: [email, passkey],
    error: "WebAuthnVerificationError",
    lastUsed: "passkey",
  }),
  "sign-in-failed": signIn({
    providers: [password, provider("github"), provider("google")],
    error: "CredentialsSignin",
    email: "ada@example.com",
  }),
  "sign-in-rejected-form": signIn({
    providers: [password, email],
    action: "?/signin",
    result: { failed: true, fieldErrors: { email: ["Enter an address."] }, formErrors: ["Two things are missing."] },
  }),
  "sign-in-action": signIn({ providers: [member], action: "?/signin" }),
  "sign-in-waiting": signIn({ providers: [...three, email], busy: "email", email: "ada@example.com" }),
  "sign-in-waiting-provider": signIn({ providers: [...three, email], busy: "google" }),
  "sign-in-waiting-password": signIn({
    providers: [password, ...three],
    busy: "credentials",
    email: "ada@example.com",
  }),
  "sign-in-waiting-passkey": signIn({ providers: [email, passkey], busy: "passkey" }),
  "sign-in-waiting-grid": signIn({ providers: many, busy: "apple" }),
  "sign-in-many": signIn({ providers: many, lastUsed: "gitlab" }),
  "sign-in-long": signIn({
    siteName: longSite,
    providers: [long, email],
    notice: "Maintenance tonight from ten to eleven. Whoever is signed in stays signed in.",
    error: "OAuthAccountNotLinked",
  }),
  "sign-in-long-last": signIn({ siteName: longSite, providers: [long, password, ...three], lastUsed: "keycloak" }),
  "sign-in-page": signIn({ providers: [...three, email], page: true }),
  "sign-in-footer": signIn({
    providers: [...three, email],
    signUpUrl: passwordUrls.signUpUrl,
    footerLinks: [
      { label: "Terms", href: "/terms" },
      { label: "Privacy", href: "/privacy" },
      { label: "Help", href: "mailto:help@acme.test" },
    ],
  }),
  "sign-in-theme": signIn({
    providers: [email, ...three.slice(0, 2)],
    theme: { brandColor: "#0f766e" },
    class: "extra",
  }),
  "sign-in-logo": signIn({
    providers: [email, ...three],
    theme: { brandColor: "#4f46e5", logo: { light: "/acme.svg", dark: "/acme-dark.svg" } },
  }),
  "sign-in-class-names": signIn({
    providers: [...three, password],
    lastUsed: "google",
    classNames: { card: "night", lead: "night-quiet", button: "night-pill", input: "night-line", or: "night-quiet" },
  }),
  "sign-in-filled": signIn({
    providers: [
      provider("github", "oauth", { style: { brandColor: "#24292f" } }),
      provider("google", "oidc", { style: { brandColor: "#ffd400", text: "#201800" } }),
      provider("discord", "oauth", { style: { bg: "#5865f2" } }),
      provider("gitlab", "oauth", { style: { brandColor: "red;background:url(//evil.test)" } }),
      email,
    ],
    lastUsed: "github",
  }),
  "sign-in-remember": signIn({ providers: [...three, email, passkey], remember: false }),
  "sign-in-remember-password": signIn({
    providers: [password, provider("github"), provider("google")],
    remember: true,
  }),
  "sign-in-remember-many": signIn({
    providers: [...marked, provider("someone"), email],
    remember: true,
    scriptless: true,
  }),
  "sign-in-popup": signIn({ providers: [...three, email], popup: true, callbackUrl: undefined }),
  "sign-in-popup-waiting": signIn({ providers: [...three, email], popup: true, busy: "google" }),
  "sign-in-sign-up": signIn({ providers: [...three, password, passkey], remember: false, ...passwordUrls }),
  "sign-in-sign-up-long": signIn({ siteName: longSite, providers: [password], ...passwordUrls }),
  "sign-in-rtl": signIn({ providers: [...three, password], lastUsed: "google", dir: "rtl", lang: "ar" }),
}

/** The errors of the server, those that a page detects itself, and an unknown one. */
export const SHOWN_ERRORS = [
  ...SIGN_IN_ERRORS,
  "Cancelled",
  "Offline",
  "PopupBlocked",
  "Unknown",
  "Unsupported",
  "Default",
] as const

const MORE: Readonly<Record<string, Case["props"]>> = {
  RateLimited: { retryAfter: 120 },
  PopupBlocked: { popup: true, sentence: browserErrors.PopupBlocked },
  // A script loads the messages of these
  Cancelled: { sentence: browserErrors.Cancelled },
  Offline: { sentence: browserErrors.Offline },
  Unknown: { sentence: english.unknown },
  Unsupported: { sentence: english.unsupported },
}

const errors = SHOWN_ERRORS.map((error) => {
  const more = MORE[error] ?? {}
  return [`sign-in-error-${error}`, signIn({ providers: [...three, email, passkey], error, ...more })] as const
})

export const SIGN_IN_CASES: Readonly<Record<string, Case>> = {
  ...STATES,
  ...Object.fromEntries(errors),
  "provider-button": testCase("ProviderButton", { ...site, provider: provider("google") }),
  "provider-button-last": testCase("ProviderButton", { ...site, provider: provider("github"), lastUsed: "github" }),
  "provider-button-waiting": testCase("ProviderButton", { ...site, provider: provider("github"), busy: "github" }),
  "provider-button-remember": testCase("ProviderButton", { ...site, provider: provider("github"), remember: true }),
  "provider-button-long": testCase("ProviderButton", { ...site, provider: long }),
  "provider-button-failed": testCase("ProviderButton", { ...site, provider: provider("google"), error: "OAuthSignin" }),
  "provider-button-popup": testCase("ProviderButton", { ...site, provider: provider("github"), popup: true }),
  "provider-button-popup-blocked": testCase("ProviderButton", {
    ...site,
    provider: provider("github"),
    popup: true,
    error: "PopupBlocked",
    sentence: browserErrors.PopupBlocked,
  }),
  "provider-button-form": testCase("ProviderButton", { ...site, provider: email, error: "EmailSignin" }),
  "provider-button-password": testCase("ProviderButton", { ...site, provider: password, email: "ada@example.com" }),
}
