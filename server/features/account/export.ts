import { accountDetails } from "./details.ts"
import { loadCredentials } from "../../core/methods/sign-in-methods.ts"
import { requireStepUp } from "../../core/proofs/step-up.ts"
import type { AccountDetails } from "../../../client/account-contract.ts"
import type { AdapterUser } from "../../adapters/contract.ts"
import type { AccountExport } from "../../core/config/account-export.ts"
import { AuthError } from "../../errors.ts"
import { withTimeout } from "../../core/crypto/with-timeout.ts"
import { emit } from "../../core/request/emit.ts"
import type { Outcome } from "../../core/request/outcome.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import { userStore } from "../../core/users/users.ts"
import { accountError } from "./page/render.ts"

const HEADERS = {
  "content-disposition": 'attachment; filename="account.json"',
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
}

/**
 * `POST export`: downloads the data of the signed-in user, who confirmed who they are. Only listed fields are in it.
 * The callback `exportAccount` adds the app's own.
 */
export async function exportAccount(context: ActionContext): Promise<Outcome> {
  const { settings } = context
  const session = await context.lookupSession()
  if (session.kind === "none" || session.userId === undefined) return accountError(context, "SessionRequired")
  await requireStepUp(context, session)
  const credentials = await loadCredentials(settings, userStore(settings), session.userId)
  const { account, cookies } = await accountDetails(context, session)
  const { user } = credentials
  if (!user || !account) return accountError(context, "SessionRequired")
  const data = toExport(settings.now(), user, { account, accounts: credentials.accounts })
  const body = await callExport(context, user, data)
  await emit(context, { type: "dataExported", userId: user.id })
  return { kind: "json", printed: `${JSON.stringify(body, undefined, 2)}\n`, headers: HEADERS, cookies }
}

async function callExport(
  { settings }: Pick<ActionContext, "settings">,
  user: AdapterUser,
  data: AccountExport,
): Promise<object> {
  const callback = settings.callbacks.exportAccount
  if (!callback) return data
  const body: unknown = await withTimeout("`exportAccount`", callback({ user, data }))
  if (typeof body === "object" && body !== null) return body
  throw new AuthError("CallbackRouteError", `\`exportAccount\` returned ${String(body)}. Return an object`)
}

interface Stored {
  account: AccountDetails
  accounts: Awaited<ReturnType<typeof loadCredentials>>["accounts"]
}

/** Lists the fields one by one, so that a new column or a new field is never in it by accident. */
function toExport(now: number, user: AdapterUser, { account, accounts }: Stored): AccountExport {
  const { id, name = null, email, emailVerified, image = null } = user
  return {
    exportedAt: new Date(now).toISOString(),
    user: {
      id,
      name,
      email: email || null,
      emailVerified: emailVerified ? new Date(emailVerified).toISOString() : null,
      image,
    },
    accounts:
      accounts?.map(({ provider, providerAccountId, type, label }) => ({
        provider,
        providerAccountId,
        type,
        label: typeof label === "string" ? label : null,
      })) ?? null,
    passkeys:
      account.passkeys?.map(({ name, createdAt, lastUsedAt, backedUp }) => ({
        name,
        createdAt,
        lastUsedAt,
        backedUp,
      })) ?? null,
    sessions:
      account.sessions?.map(({ current, createdAt, expires, userAgent }) => ({
        current,
        createdAt,
        expires,
        userAgent,
      })) ?? null,
    hasPassword: account.hasPassword === true,
    factors:
      account.twoStep?.factors.map(({ kind, name, createdAt, lastUsedAt }) => ({
        kind,
        name,
        createdAt,
        lastUsedAt,
      })) ?? [],
    trustedDevices:
      account.twoStep?.trustedDevices.map(({ current, expires, userAgent }) => ({
        current,
        expires,
        userAgent,
      })) ?? [],
  }
}
