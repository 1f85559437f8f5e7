import type { FedcmOptions } from "../../../client/protocol.ts"
import { AuthError, RejectedRequest } from "../../errors.ts"
import { readAppState } from "../../core/request/app-state.ts"
import type { Outcome } from "../../core/request/outcome.ts"
import { returnTo } from "../../core/request/redirect-url.ts"
import type { OAuthConfig } from "../../providers/types.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import { readRememberField } from "../../core/sessions/session-cookies.ts"
import { beginFedcm, resumeFedcm } from "./identify.ts"
import { readAuthTime } from "../../core/sign-in/oauth-callback.ts"
import { completeSignIn } from "../../core/sign-in/callback.ts"
import { lazy } from "../../lazy.ts"

const identifyIdToken = lazy(() => import("../../oauth/open-id/index.ts"), "identifyIdToken")

/** The most characters of a token. */
const MAX_TOKEN = 32 * 1024

/**
 * `GET fedcm/<provider>`: returns what the page passes to `navigator.credentials.get`. A signed-in user gets an error,
 * because only the redirect links an account.
 */
export async function fedcmOptions(context: ActionContext): Promise<Outcome> {
  const { id, clientId = "", fedcm } = requireFedcm(context)
  if (await isSignedIn(context)) return { kind: "json", status: 200, body: { error: "AccountNotLinked" } }
  const { nonce, cookies } = await beginFedcm(context, id)
  const body: FedcmOptions = { configURL: fedcm.configURL, clientId, nonce }
  return { kind: "json", body, cookies }
}

/**
 * `POST fedcm/<provider>`: signs in with the ID token that the browser got. It is validated like the one of a redirect,
 * and the same checks and steps follow.
 */
export async function fedcmSignIn(context: ActionContext): Promise<Outcome> {
  const provider = requireFedcm(context)
  const { token = "" } = context.body.fields
  if (token.length > MAX_TOKEN) throw new AuthError("OAuthCallbackError", `The token has ${token.length} characters`)
  if (await isSignedIn(context))
    throw new AuthError("OAuthCallbackError", "A user is signed in. Only the redirect links an account")
  const { nonce, cookies } = await resumeFedcm(context, provider.id, token)
  const engine = context.settings
  const identity = await identifyIdToken({ engine, provider, idToken: token, nonce })
  const { emailProven, user } = identity
  return completeSignIn(context, {
    identity,
    proof: { kind: "provider", ...(emailProven && user.email && { email: user.email }) },
    callbackUrl: await returnTo(context),
    remember: readRememberField(context),
    appState: readAppState(context),
    // The browser may have selected the account by itself, so without the provider's time nothing is confirmed
    provenAt: readAuthTime(identity, context.settings.now()) ?? 0,
    cookies,
  })
}

function requireFedcm({ provider }: ActionContext): OAuthConfig & { fedcm: { configURL: string } } {
  if (provider?.type === "oidc" && provider.fedcm) return { ...provider, fedcm: provider.fedcm }
  throw new RejectedRequest(404, `${provider?.id ?? "The path"} has no \`fedcm\``)
}

const isSignedIn = async ({ lookupSession }: ActionContext) => (await lookupSession()).kind === "live"
