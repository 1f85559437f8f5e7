import { accountDetails } from "./details.ts"
import { changeProfile, readProfile, type ProfileChanges } from "./profile.ts"
import { RejectedRequest } from "../../errors.ts"
import type { Outcome } from "../../core/request/outcome.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import { currentSession } from "../../core/sessions/current.ts"
import { versionCookie } from "../../core/request/version-cookie.ts"
import type { LiveSession } from "../../core/request/strategy.ts"
import { accountChanged, accountError } from "./page/render.ts"

/**
 * `POST account` with `update-profile`: changes the name and the picture. The session shows them at once. With the jwt
 * strategy, the `jwt` callback is called with the trigger `update`, and other devices show them after the next sign-in.
 */
export async function updateProfile(context: ActionContext): Promise<Outcome> {
  const { settings, body } = context
  const { profile } = settings.account
  if (profile.length === 0) throw new RejectedRequest(400, "The account change update-profile isn't supported")
  const session = await context.lookupSession()
  if (session.kind === "none" || session.userId === undefined) return accountError(context, "SessionRequired")
  const changes = readProfile(body.fields, profile)
  if (!changes) return accountError(context, "ProfileRejected")
  await changeProfile(context, session.userId, changes)
  if (!session.token) {
    const { account, cookies } = await accountDetails(context, await context.sessions.lookup(context))
    return accountChanged(context, account, [...cookies, versionCookie(context)])
  }
  const changed = withProfile(session, changes)
  const { account, cookies } = await accountDetails(context, changed)
  const updated = await currentSession(context, changed, { data: { user: changes } })
  return accountChanged(context, account, [...cookies, ...updated.cookies, versionCookie(context)])
}

function withProfile(session: LiveSession, { name, image }: ProfileChanges): LiveSession {
  const token = {
    ...session.token,
    ...(name !== undefined && { name }),
    ...(image !== undefined && { picture: image }),
  }
  return { ...session, token }
}
