import { longSite, provider, site, testCase, type Case } from "../case.fixture.ts"
import { identifierFirst } from "./identifier-first.screen.ts"

const password = provider("credentials", "credentials", {
  name: "Password",
  credentials: { email: { label: "Email", type: "email" }, password: { label: "Password", type: "password" } },
})
const email = provider("email", "email")
const passkey = provider("passkey", "webauthn")
const corp = provider("corp", "oidc", { name: "Corp" })
const buttons = [provider("github"), provider("google")]
const all = [...buttons, password, email, passkey]

const step = (props: Case["props"]) =>
  testCase("SignIn", {
    ...site,
    flow: identifierFirst,
    providers: all,
    startUrl: "/auth/signin",
    changeUrl: "/login?step=identifier",
    ...props,
  })

const identifier = "ada@example.com"
const longAddress = `${"augusta.ada.".repeat(4)}@example.com`

/** The sign-in card that asks for the email address first, in every state. */
export const IDENTIFIER_FIRST_CASES: Readonly<Record<string, Case>> = {
  "identifier-first": step({}),
  "identifier-first-alone": step({ providers: [password], signUpUrl: "/auth/sign-up" }),
  "identifier-first-prefilled": step({ email: identifier }),
  "identifier-first-rejected": step({ email: "ada@example", rejected: true }),
  "identifier-first-failed": step({ error: "OAuthSignin" }),
  "identifier-first-waiting": step({ email: identifier, busy: "form" }),
  "identifier-first-notice": step({
    notice: "Sign in as ada@example.com.",
    footerLinks: [{ label: "Terms", href: "/terms" }],
  }),
  "identifier-first-action": step({
    action: "?/signin",
    result: { failed: true, fieldErrors: { email: ["Enter an address."] } },
  }),
  "identifier-first-password": step({ identifier, providers: [password], forgotUrl: "/auth/forgot-password" }),
  "identifier-first-methods": step({ identifier, remember: false }),
  "identifier-first-email": step({ identifier, providers: [email] }),
  "identifier-first-company": step({ identifier: "ada@corp.example", company: "corp", providers: [corp] }),
  "identifier-first-wrong-password": step({ identifier, providers: [password, passkey], error: "CredentialsSignin" }),
  "identifier-first-waiting-password": step({ identifier, providers: [password], busy: "credentials" }),
  "identifier-first-long": step({
    siteName: longSite,
    identifier: longAddress,
    company: "corp",
    providers: [{ ...corp, name: "The Extraordinarily Long-Named Identity Provider of the Federation" }],
  }),
  "identifier-first-logo": step({
    theme: { brandColor: "#4f46e5", logo: { light: "/acme.svg", dark: "/acme-dark.svg" } },
  }),
  "identifier-first-class-names": step({
    identifier,
    providers: [password],
    classNames: { card: "night", panel: "night-line", button: "night-pill", input: "night-line", link: "night-quiet" },
  }),
  "identifier-first-rtl": step({ identifier, dir: "rtl", lang: "ar" }),
}
