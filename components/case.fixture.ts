import type { Session } from "../client/contract.ts"
import type { SignInProvider } from "./view/types.ts"

export type CaseName =
  | "SignIn"
  | "SignOut"
  | "WebAuthn"
  | "VerifyRequest"
  | "ErrorNotice"
  | "ProviderButton"
  | "UserButton"
  | "Account"
  | "AccountProfile"
  | "AccountEmail"
  | "AccountPassword"
  | "AccountTwoStep"
  | "AccountPasskeys"
  | "AccountConnections"
  | "AccountDevices"
  | "AccountDanger"
  | "SecondFactor"
  | "EnrollTotp"
  | "RecoveryCodes"
  | "Confirm"
  | "SignUp"
  | "ForgotPassword"
  | "ResetPassword"
  | "ChangePassword"

/** A component in a state. Every rendering of it is compared. */
export interface Case {
  component: CaseName
  props: Readonly<Record<string, unknown>>
  /** The session, if the component reads it. */
  session?: Session | null
  /** The component that wraps it. */
  within?: "SignedIn" | "SignedOut"
}

export const testCase = (component: CaseName, props: Case["props"], more: Partial<Case> = {}): Case => ({
  component,
  props,
  ...more,
})

const NAMES: Readonly<Record<string, string>> = {
  github: "GitHub",
  google: "Google",
  discord: "Discord",
  gitlab: "GitLab",
  apple: "Apple",
  twitter: "X",
  email: "Email",
}

export function provider(
  id: string,
  type: SignInProvider["type"] = "oauth",
  more: Partial<SignInProvider> = {},
): SignInProvider {
  const name = NAMES[id] ?? id
  return { id, name, type, signinUrl: `/auth/signin/${id}`, callbackUrl: `/auth/callback/${id}`, ...more }
}

export const site = { siteName: "Acme", csrfToken: "t", callbackUrl: "/" }
export const longSite = "The Federation of Extraordinarily Long-Named Societies"
export const ada = { id: "1", name: "Ada Lovelace", email: "ada@example.com", image: null }
