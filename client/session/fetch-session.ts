import type { Session } from "../contract.ts"
import type { FetchAction } from "../http/fetch-action.ts"
import { isSession } from "../http/is-session.ts"
import type { Page } from "../page/page.ts"
import { sessionVersion } from "../page/session-version.ts"
import type { KnownSession } from "./cell.ts"
import type { ServerClock } from "./server-clock.ts"

interface FetchContext {
  fetchAction: FetchAction
  page: Page
  clock: ServerClock
  signal: AbortSignal
}

/** How often a request is repeated that a sign-in or a sign-out has overtaken. */
const MAX_REPEATS = 5

/**
 * Fetches the session, and the version that it belongs to. An early response must be at least as new as `since`.
 *
 * @throws {RequestError}
 */
export async function fetchSession<S extends Session>(
  { fetchAction, page, clock, signal }: FetchContext,
  since: number,
): Promise<KnownSession<S>> {
  for (let repeats = 0; ; repeats++) {
    const version = sessionVersion(page)
    const { body, ...response } = await fetchAction("session", isSessionBody<S>, { signal }, repeats ? Infinity : since)
    signal.throwIfAborted()
    clock.addSample(response.date)
    if (repeats === MAX_REPEATS || sessionVersion(page) === version)
      return { session: toSession(body), version, requestedAt: response.requestedAt }
  }
}

/** A valid response of `GET session`. In the place of next-auth 4, an anonymous user gets an empty object. */
export type SessionBody<S extends Session> = S | null | { readonly expires?: never }

/** Returns whether `body` is a valid response of `GET session`. */
export const isSessionBody = <S extends Session>(body: unknown): body is SessionBody<S> =>
  isSession<S>(body) || JSON.stringify(body) === "{}"

/** Returns the session of a response, or `null` if no user is signed in. */
export const toSession = <S extends Session>(body: SessionBody<S>): S | null => (body?.expires ? body : null)
