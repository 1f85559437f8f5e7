import type { Session } from "../contract.ts"
import { RequestError } from "../http/errors.ts"
import { jsonPostInit, type RequestContext } from "../http/post.ts"
import type { Page } from "../page/page.ts"
import { sessionVersion } from "../page/session-version.ts"
import { userKey } from "./compare.ts"
import { isSessionBody, toSession } from "./fetch-session.ts"
import type { SessionSource } from "./source.ts"
import type { SessionState } from "./state.ts"

interface UpdateContext<S extends Session> extends RequestContext {
  source: SessionSource<S>
}

/** Implements `update`. `state` is the store's, once it is settled. @throws {RequestError} */
export async function updateSession<S extends Session>(
  context: UpdateContext<S>,
  state: SessionState<S>,
  data: unknown,
): Promise<S | null> {
  if (state.status === "loading") throw state.error
  if (state.data === null) return null
  const { source, fetchAction } = context
  const { cell } = source
  const { page } = context.early
  await catchUp(source, page, state.data)
  const before = sessionVersion(page)
  const { signOutCount } = cell
  const init = await jsonPostInit(context, { data })
  const { body, date, version } = await fetchAction("session", isSessionBody<S>, init)
  const session = toSession(body)
  if (signOutCount !== cell.signOutCount) return cell.state.data ?? null // signed out while the request was pending
  cell.clock.addSample(date)
  // The session has ended, but another user has signed in meanwhile
  if (session === null && version !== before) return source.refresh(before)
  source.applySession({ session, version })
  return session
}

// Never sends one user's data as another user, who signed in in another tab
async function catchUp<S extends Session>(source: SessionSource<S>, page: Page, previous: S): Promise<void> {
  const { version } = source.cell
  // Without a version, as at another origin, only the server knows whose session it is
  if (version !== undefined && sessionVersion(page) === version) return
  if (userKey(await source.refresh(version)) !== userKey(previous)) throw new RequestError("session", 409)
}
