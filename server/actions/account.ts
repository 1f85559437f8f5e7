import { ACCOUNT_CHANGES, type AccountChange, type AccountErrorCode } from "../../client/account-contract.ts"
import { removePasskey, renamePasskey } from "../accounts/change-passkey.ts"
import { accountDetails } from "../accounts/details.ts"
import { unlinkAccount } from "../accounts/linked.ts"
import type { Removal } from "../accounts/remove-method.ts"
import type { Outcome } from "../http/outcome.ts"
import { resolveRedirect, withSearchParams } from "../http/redirect-url.ts"
import { RejectedRequest } from "../errors.ts"
import type { ActionContext } from "../sessions/action-context.ts"
import { storesSessions, revokeOtherSessions, revokeSession } from "../sessions/manage.ts"
import { versionCookie } from "../sessions/version.ts"

/** `GET account`: returns the signed-in user's account details, or `null`. */
export async function showAccount(context: ActionContext): Promise<Outcome> {
  const { account, cookies } = await accountDetails(context, await context.reading())
  return { kind: "json", body: account, cookies }
}

/** The input of a change: the signed-in user, and the form's `id` and `name`. */
interface AccountRequest {
  routed: ActionContext
  userId: string
  id: string
  name: string
}

type AccountError = AccountErrorCode | undefined

const REMOVALS = {
  removed: undefined,
  "not found": "NotFound",
  "last way in": "LastWayIn",
} as const satisfies Record<Removal, AccountError>

/** Carries out each change. Returns the error if the change was rejected. */
const CHANGES: Partial<Record<AccountChange, (request: AccountRequest) => Promise<AccountError>>> = {
  unlink: async ({ routed, userId, id }) => REMOVALS[await unlinkAccount(routed.settings, userId, id)],
  "rename-passkey": async ({ routed, userId, id, name }) =>
    (await renamePasskey(routed.settings, userId, { id, name })) ? undefined : "NotFound",
  "remove-passkey": async ({ routed, userId, id }) => REMOVALS[await removePasskey(routed.settings, userId, id)],
  "revoke-session": async ({ routed, id }) => {
    const revoked = storesSessions(routed.settings) && (await revokeSession(routed, id))
    return revoked ? undefined : "NotFound"
  },
  "revoke-other-sessions": async ({ routed }) => {
    if (!storesSessions(routed.settings)) return "NotFound"
    await revokeOtherSessions(routed)
    return undefined
  },
}

const isChange = (change: string): change is AccountChange => (ACCOUNT_CHANGES as readonly string[]).includes(change)

const STATUS = { SessionRequired: 401, NotFound: 404, LastWayIn: 409 } as const satisfies Record<
  AccountErrorCode,
  number
>

/**
 * `POST account`: changes the signed-in user's account. Responds to a fetch with the new details, and redirects a form
 * back.
 */
export async function changeAccount(context: ActionContext): Promise<Outcome> {
  const { body, returnRedirect } = context
  const { change = "", callbackUrl, id = "", name = "" } = body.fields
  const run = isChange(change) ? CHANGES[change] : undefined
  if (!run) throw new RejectedRequest(400, `Unknown account change ${JSON.stringify(change.slice(0, 80))}`)
  const session = await context.reading()
  const userId = session.kind === "live" ? session.userId : undefined
  const error = userId === undefined ? "SessionRequired" : await run({ routed: context, userId, id, name })
  const asJson = returnRedirect || body.json !== undefined
  if (error && asJson) return { kind: "json", status: STATUS[error], body: { error } }
  // Read the session again, because the change may have ended it
  const { account, cookies } = await accountDetails(context, await context.sessions.read(context))
  const shared = { cookies: [...cookies, versionCookie(context)] }
  if (asJson) return { kind: "json", body: account, ...shared }
  const to = await resolveRedirect(context, callbackUrl)
  return { kind: "redirect", status: 303, to: withSearchParams(to, context.site.origin, { error }), ...shared }
}
