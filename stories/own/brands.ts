import { DETAILS, ACCOUNT_CASES } from "../../components/account/account.fixture.ts"
import { provider, type Case } from "../../components/case.fixture.ts"
import { PASSWORD_CASES } from "../../components/password/passwords.fixture.ts"
import { STEP_CASES } from "../../components/two-step/steps.fixture.ts"
import { isOAuthProvider } from "../../components/sign-in/provider-kind.view.ts"
import type { SignInProvider } from "../../components/view/types.ts"
import { logoSize } from "../../components/theme/theme.ts"
import type { Theme } from "../../client/contract.ts"
import type { MessageOverrides } from "../../components/view/messages/types.ts"
import type { MailLook } from "../../server/providers/email/mails.fixture.ts"
import harbour from "./brand-harbour.css?inline"
import nightbook from "./brand-nightbook.css?inline"
import relay from "./brand-relay.css?inline"

/** An example brand, made with the theme and a stylesheet for the parts. */
export interface Brand {
  readonly siteName: string
  readonly theme: Theme
  /** Rules for the app's own pages. The built-in pages have the theme only. */
  readonly css: string
  readonly signIn: Case["props"]
  /** The brand's own English sentences. */
  readonly words?: MessageOverrides
  readonly emails: NonNullable<MailLook["emails"]>
}

const passkey = provider("passkey", "webauthn")
const password = (label: string) =>
  provider("password", "credentials", {
    credentials: { username: { label, autocomplete: "username" }, password: { type: "password" } },
  })
const urls = { forgotUrl: "/auth/forgot-password", signUpUrl: "/auth/sign-up" }

/** A bank: a form beside a picture, a serif title, square corners and underlined links. */
export const HARBOUR: Brand = {
  siteName: "Harbour Bank",
  theme: {
    layout: "split",
    image: "/brands/harbour.svg",
    panel: "#0f2f48",
    brand: { light: "#0f3a5c", dark: "#8ec5f0" },
    card: { light: "#ffffff", dark: "#0c1b29" },
    page: { light: "#ffffff", dark: "#0c1b29" },
    ink: { light: "#0a2238", dark: "#e6eef5" },
    radius: { control: 3, card: 4 },
    title: { size: 40, weight: 500, font: "EB Garamond, Iowan Old Style, Palatino Linotype, P052, Georgia, serif" },
    logo: { light: "/brands/harbour-logo.svg", dark: "/brands/harbour-logo-dark.svg" },
    logoSize: 28,
  },
  css: harbour,
  words: { signIn: { welcome: "Good to see you again." } },
  signIn: {
    ...urls,
    providers: [password("Email or customer number"), passkey],
    remember: false,
    footerLinks: [
      { label: "Privacy", href: "/privacy" },
      { label: "Terms", href: "/terms" },
      { label: "Help: 0800 555 010", href: "tel:0800555010" },
    ],
  },
  emails: {
    logo: { light: "/brands/harbour-logo.png", dark: "/brands/harbour-logo-dark.png" },
    wordmark: true,
    footer: "Harbour Bank · 1 Quay Street, Bristol",
  },
}

/** A playful app: a sky behind a round card, pills and a rounded font. */
export const NIGHTBOOK: Brand = {
  siteName: "Nightbook",
  theme: {
    image: { light: "/brands/nightbook-dusk.svg", dark: "/brands/nightbook-night.svg" },
    brand: { light: "#5b3fc4", dark: "#b9a6ff" },
    card: { light: "#ffffff", dark: "#1b1638" },
    page: { light: "#f7f2ff", dark: "#151233" },
    ink: { light: "#221a4d", dark: "#f1ecff" },
    line: { light: "#ddd6f0", dark: "#3b3268" },
    radius: { control: 24, card: 32 },
    font: "Quicksand, Nunito, ui-rounded, URW Gothic, system-ui, sans-serif",
    title: { size: 26, weight: 700 },
    logo: "/brands/nightbook-logo.svg",
    logoSize: 64,
  },
  css: nightbook,
  words: { signIn: { welcome: "Hello, night owl" } },
  signIn: {
    ...urls,
    providers: [provider("google", "oidc"), provider("apple", "oidc"), password("Email"), passkey],
    lastUsed: "google",
    remember: true,
  },
  emails: { logo: "/brands/nightbook-logo.png", footer: "Sleep well. Nightbook" },
}

/** A developer tool: always dark, no card, and monospace labels. */
export const RELAY: Brand = {
  siteName: "Relay",
  theme: {
    layout: "flush",
    colorScheme: "dark",
    image: "/brands/relay-grid.svg",
    brand: "#c4f04a",
    page: "#08090a",
    card: "#101214",
    ink: "#f2f4f5",
    line: "#262a2e",
    radius: 4,
    title: { size: 24, weight: 600 },
    density: "compact",
    logo: "/brands/relay-logo.svg",
    logoSize: 28,
  },
  css: relay,
  signIn: {
    ...urls,
    providers: [provider("google", "oidc"), provider("github"), password("Email"), passkey],
    remember: true,
  },
  emails: { logo: "/brands/relay-mark.png", footer: "relay · status.relay.example" },
}

/** The pages of a brand. */
export type BrandScreen = "sign-in" | "sign-up" | "second-factor" | "account"

/** Returns a page of a brand, as a case that every framework renders. */
export function brandPage({ siteName, theme, signIn }: Brand, screen: BrandScreen, scheme: string): Case {
  const { logo, colorScheme = scheme === "light" || scheme === "dark" ? scheme : undefined } = theme
  const shared = { siteName, page: true, callbackUrl: "/", theme: { logo, logoSize: logoSize(theme), colorScheme } }
  if (screen === "sign-in") return { component: "SignIn", props: { ...signIn, ...shared } }
  if (screen === "sign-up") {
    const { providers } = signIn as { providers: readonly SignInProvider[] } // the props of SignIn
    const buttons = providers.filter(isOAuthProvider)
    const props = { ...PASSWORD_CASES["sign-up"]?.props, providers: buttons, ...shared }
    return { component: "SignUp", props }
  }
  if (screen === "second-factor")
    return { component: "SecondFactor", props: { ...STEP_CASES["second-factor"]?.props, ...shared } }
  const account = ACCOUNT_CASES["account-full"]
  return { component: "Account", props: { details: DETAILS, ...account?.props, ...shared } }
}
