import type { AdapterAuthenticator, AdapterUser } from "../adapters/contract.ts"
import { AuthError } from "../errors.ts"
import type { Outcome, SetCookie } from "../outcome.ts"
import type { Identity } from "../providers/identity.ts"
import type { Routed } from "../routed.ts"
import { identifyByCredentials } from "./credentials.ts"
import { identifyByOAuth } from "./by-oauth.ts"
import { passOn } from "./redirect-proxy.ts"

/** Who a provider says the visitor is, and what the attempt left behind. */
export interface Identified {
  identity: Identity
  /** Where to go afterwards; already allowed. */
  callbackUrl: string
  /** What the app sent along, for its callbacks. */
  carry?: string | undefined
  /** What the visitor chose about staying signed in, where the sign-in began. */
  remember?: boolean | undefined
  /** Cookies that end the attempt. */
  cookies: readonly SetCookie[]
  /** Id of the user who was signed in when the attempt began and still is: the account is linked to them. */
  linkTo?: string | undefined
  /** The user, where the proof itself says which of ours it is: a passkey's. */
  owner?: AdapterUser | undefined
  /** The passkey that `owner`, who is signed in, adds; nobody signs in by it yet. */
  newPasskey?: AdapterAuthenticator | undefined
  /** What a credentials form held, without the password's protection: for the signIn callback alone. */
  credentials?: Record<string, string> | undefined
}

/** Lets the provider's kind say who this is; an outcome instead asks the visitor for one more step. */
export async function identify(routed: Routed): Promise<Identified | Outcome> {
  const { provider, method } = routed
  switch (provider?.type) {
    case "oauth":
    case "oidc":
      return (await passOn(routed, provider)) ?? identifyByOAuth(routed, provider)
    case "email":
      return (await import("./email/index.ts")).identifyByEmail(routed, provider)
    case "webauthn":
      return (await import("./passkey/index.ts")).identifyByPasskey(routed, provider)
    case "credentials":
      if (method === "POST") return identifyByCredentials(routed, provider)
      throw new AuthError("InvalidRequest", "Credentials come by POST, never in a URL")
    default:
      throw new AuthError("InvalidProvider", `The path names no provider that answers to a callback`)
  }
}
