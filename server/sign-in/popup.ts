import type { Exchange, Visit } from "../http/auth-request.ts"
import { withParameters } from "../http/redirect-url.ts"
import { resumeFlow, type Flow } from "./oauth-transaction.ts"

const ATTEMPT = /^[\w-]{16,64}$/

/** The name that a page gave to an attempt which runs in a window of its own. */
export function attemptIn({ body }: Exchange): string | undefined {
  const name = body.fields["popup"]
  return name !== undefined && ATTEMPT.test(name) ? name : undefined
}

/** Where a flow ends: at its target, or where its window closes, which leads there. */
export function endOf({ popup, callbackUrl }: Pick<Flow, "popup" | "callbackUrl">, { site }: Visit): string {
  if (popup === undefined) return callbackUrl
  return withParameters(`${site.basePath}/popup`, site.origin, { attempt: popup, callbackUrl })
}

/** Where the failed flow of a callback ends, if it runs in a window of its own; other flows have pages for that. */
export async function endOfFailed({ query, body, target, ...visit }: Exchange): Promise<string | undefined> {
  const state = query.get("state") ?? body.fields["state"] ?? null
  if (!target || !state) return undefined
  const flow = await resumeFlow(visit, state, target).catch(() => undefined) // what is wrong with it, was said
  return flow?.popup === undefined ? undefined : endOf(flow, visit)
}
