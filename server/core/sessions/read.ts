import { sessionBody } from "../request/next-auth-4.ts"
import type { Outcome } from "../request/outcome.ts"
import type { ActionContext } from "../request/action-context.ts"
import { currentSession } from "./current.ts"
import { versionHeader } from "../request/version-cookie.ts"
import type { SessionLookup } from "../request/strategy.ts"
import type { SessionFeature } from "./feature.ts"

/** `GET session`: returns the session, or `null`. */
export async function session(context: ActionContext): Promise<Outcome> {
  const sessionLookup = await context.lookupSession()
  if (isRefreshSkipped(context, sessionLookup)) return UNPROVEN
  const { session, cookies } = await currentSession(context, sessionLookup)
  const body = sessionBody(session, context.settings)
  const outcome = { kind: "json", body, cookies, headers: versionHeader(context) } as const
  const features: readonly SessionFeature[] = context.settings.features
  return features.some(({ onRead }) => onRead) ? withAdded(outcome, context, sessionLookup) : outcome
}

async function withAdded(outcome: Outcome, context: ActionContext, lookup: SessionLookup): Promise<Outcome> {
  const features: readonly SessionFeature[] = context.settings.features
  const all = { cookies: [...(outcome.cookies ?? [])], headers: { ...outcome.headers } }
  for (const feature of features) {
    const { cookies = [], headers } = (await feature.onRead?.(context, lookup)) ?? {}
    all.cookies.push(...cookies)
    Object.assign(all.headers, headers)
  }
  return { ...outcome, ...all }
}

/**
 * `null` with status 200 would sign the user out in every tab. After a 503, the client keeps the session and asks
 * again.
 */
export const UNPROVEN: Outcome = { kind: "json", status: 503, body: null, headers: { "retry-after": "10" } }

/**
 * Returns whether the browser has the key of a bound session, but couldn't prove it before this request. Either it was
 * offline, or it has signed too often.
 *
 * @see [Device Bound Session Credentials, `Secure-Session-Skipped`](https://w3c.github.io/webappsec-dbsc/#header-secure-session-skipped)
 */
export const isRefreshSkipped = ({ headers }: ActionContext, lookup: SessionLookup) =>
  lookup.kind === "none" && lookup.isUnproven === true && headers.has("secure-session-skipped")
