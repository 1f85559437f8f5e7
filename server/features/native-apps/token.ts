import { emit, emitEvent } from "../../core/request/emit.ts"
import type { Outcome } from "../../core/request/outcome.ts"
import { parseCookies } from "../../core/cookies/jar.ts"
import { nativeAppSettings, type NativeApp } from "./options.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import { endSessionOfCode, openNativeSession, type NativeSession } from "./session.ts"
import { codeKeys, matchesChallenge, openCode, type NativeAppCode } from "./code.ts"
import { reportRejection } from "./request.ts"
import { lazy } from "../../lazy.ts"

const reportNativeApp = lazy(() => import("../../core/sign-in/new-device.ts"), "reportNativeApp")

/** Errors of the token endpoint (RFC 6749, section 5.2). */
type TokenError = "invalid_request" | "invalid_client" | "invalid_grant" | "unsupported_grant_type"

/**
 * `POST token`: a native app exchanges its one-time code for a session of its own. The browser's cookies don't count,
 * and no page of another site can send this request.
 *
 * @see [RFC 6749, section 4.1.3](https://www.rfc-editor.org/rfc/rfc6749#section-4.1.3)
 * @see [RFC 7636, section 4.5](https://www.rfc-editor.org/rfc/rfc7636#section-4.5)
 */
export async function exchangeAppCode(context: ActionContext): Promise<Outcome> {
  const { settings, body } = context
  const { grant_type: grant, client_id: clientId = "", code: sealed, redirect_uri: redirectUri } = body.fields
  if (!grant || !sealed) return tokenError(context, "invalid_request", "Send grant_type and code")
  if (grant !== "authorization_code")
    return tokenError(context, "unsupported_grant_type", "grant_type must be authorization_code")
  const app = nativeAppSettings.of(settings)?.get(clientId)
  if (!app) return tokenError(context, "invalid_client", "No native app has this client_id")
  const code = await openCode(context, sealed)
  if (!code) return invalidGrant(context, "The code is unknown or has expired")
  if (code.app !== app.id) return invalidGrant(context, "The code was issued to another client_id")
  if (code.redirectUri !== redirectUri) return invalidGrant(context, "The code was issued for another redirect_uri")
  if (!(await matchesChallenge(body.fields["code_verifier"], code.challenge)))
    return invalidGrant(context, "The code_verifier doesn't belong to the code_challenge")
  return useCode(context, code, app)
}

/** Of several exchanges of one code, none keeps a session (RFC 6749, section 4.1.2). */
async function useCode(context: ActionContext, code: NativeAppCode, app: NativeApp): Promise<Outcome> {
  const { settings } = context
  const { replayStore } = settings
  const { used, finished } = codeKeys(code)
  if (!(await replayStore.markUsed(used, code.expires))) return reused(context, code)
  const session = await openSession(context, code, app)
  if (!session) return invalidGrant(context, "The browser's session ended meanwhile")
  if (!(await replayStore.markUsed(finished, code.expires))) {
    await session.end()
    return invalidGrant(context, "The code was used twice")
  }
  const { token, expiresIn, userId } = session
  if (settings.account.newDeviceEmail) {
    await reportNativeApp(context, { userId, device: code.device, app: app.name })
  }
  await emit(context, { type: "signedIn", userId, method: "native-app" })
  return { kind: "json", body: { access_token: token, token_type: "Bearer", expires_in: expiresIn } }
}

async function openSession(
  context: ActionContext,
  code: NativeAppCode,
  app: NativeApp,
): Promise<NativeSession | undefined> {
  try {
    return await openNativeSession(context, code.session, { app, code: code.id, device: code.device })
  } catch (error) {
    await context.settings.replayStore.release(codeKeys(code).used) // the app may try again
    throw error
  }
}

// If the first exchange isn't finished, it finds its second key taken and ends its session itself
async function reused(context: ActionContext, code: NativeAppCode): Promise<Outcome> {
  const { settings } = context
  if (!(await settings.replayStore.markUsed(codeKeys(code).finished, code.expires)))
    await endSessionOfCode(settings, code.userId, code.id)
  await emit(context, { type: "sessionRevoked", userId: code.userId, method: "one" })
  return invalidGrant(context, "The code was used twice")
}

/**
 * `POST revoke`: a native app signs out. The response is the same for a token that opens nothing.
 *
 * @see [RFC 7009, section 2](https://www.rfc-editor.org/rfc/rfc7009#section-2)
 */
export async function revokeToken(context: ActionContext): Promise<Outcome> {
  const { token } = context.body.fields
  if (!token) return tokenError(context, "invalid_request", "Send the token")
  const { name } = context.cookieTable.sessionToken
  const ofToken = { ...context, cookies: parseCookies(`${name}=${encodeURIComponent(token)}`) }
  const session = await context.sessions.lookup(ofToken)
  if (session.kind === "live")
    await emitEvent(context, "signOut", (await context.sessions.end(ofToken, session)).message)
  return { kind: "empty", status: 200 }
}

const invalidGrant = (context: ActionContext, description: string) => tokenError(context, "invalid_grant", description)

function tokenError(
  { settings, action }: Pick<ActionContext, "settings" | "action">,
  error: TokenError,
  description: string,
): Outcome {
  reportRejection(settings, `POST ${action} got ${error}: ${description}`)
  const status = error === "invalid_client" ? 401 : 400
  return { kind: "json", status, body: { error, error_description: description } }
}
