import { clientFor, type BasePathOption } from "../core/client.ts"
import { loadActionClient } from "../core/client-for.ts"
import { ACCOUNT_ERRORS, type AccountChange, type AccountDetails, type AccountErrorCode } from "../account-contract.ts"
import { RequestError } from "../http/errors.ts"
import { navigate } from "../page/navigate.ts"
import { REQUESTED_PARAM, type StepUpRequiredBody } from "../protocol.ts"
import type { ActionClient } from "../actions/types.ts"

/** Options of `changeAccount`: the fields of the change. */
export interface AccountChangeOptions extends BasePathOption {
  /** The passkey, session or sign-in method that changes. */
  id?: string
  /** Its new name, or the user's. */
  name?: string
  /** The URL of the user's new picture. */
  image?: string
  /** The new email address. */
  email?: string
  /** Whether a deletion leads to the page that confirms it. Otherwise your code decides where to go. @default false */
  redirect?: boolean
}

/**
 * The result of a change. `account` is null if the change ended the current session. With `StepUpRequired`, the user
 * must confirm who they are first: call it in `stepUp`.
 */
export type AccountResult =
  | { ok: true; account: AccountDetails | null; error?: undefined }
  | { ok: false; account: null; error: AccountErrorCode | "MissingCSRF" | "RequestFailed" }
  | ({ ok: false; account: null } & StepUpRequiredBody)

/**
 * Returns the signed-in user's account, or null if no user is signed in.
 * @throws {RequestError} if the request fails
 */
export async function getAccount(options?: BasePathOption): Promise<AccountDetails | null> {
  const { http } = await loadActionClient(clientFor(options))
  return parseAccount((await http.account("account")).body)
}

/**
 * Changes the signed-in user's account. A rejected change is a result, not a thrown error.
 *
 * @example
 * const { ok, account, error } = await changeAccount("unlink", { id })
 */
export async function changeAccount(
  change: AccountChange,
  { basePath, redirect = false, ...fields }: AccountChangeOptions = {},
): Promise<AccountResult> {
  try {
    const client = await loadActionClient(clientFor({ basePath }))
    const { http, store } = client
    const { body: result, version } = await http.account("account", { change, ...fields })
    if (result?.["error"] === "StepUpRequired")
      return { ...(result as unknown as StepUpRequiredBody), ok: false, account: null } // Latchkit wrote the rest of it
    if (typeof result?.["error"] === "string") return accountError(result["error"])
    const account = parseAccount(result)
    if (!account && change === "delete-account") navigator.credentials?.preventSilentAccess?.().catch(() => undefined) // the browser must not sign them in by itself
    if (!account && change === "delete-account" && redirect) leaveDeleted(client, version)
    else if (!account) await store.refresh()
    else if (account.passkeyUser && change.endsWith("-passkey")) signalAuthenticators(client, account).catch(() => {}) // only a hint
    return { ok: true, account }
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    return accountError("RequestFailed")
  }
}

// As after a sign-out, a page that needs a user doesn't lead to the sign-in page meanwhile
function leaveDeleted({ base, page, store }: ActionClient, version: string | undefined): void {
  store.beginSignOut().confirm({ version, navigates: true })
  navigate(page, `${base}/deletion?${REQUESTED_PARAM}`, "any-origin")
}

// The caller doesn't wait for it, and its failure changes nothing
async function signalAuthenticators(client: ActionClient, account: AccountDetails): Promise<void> {
  const { signalAccount } = await import("../actions/passkey-signals.ts")
  await signalAccount(client, account)
}

const KNOWN_ERRORS = [...ACCOUNT_ERRORS, "MissingCSRF"] as const

function accountError(error: string): AccountResult {
  return { ok: false, account: null, error: KNOWN_ERRORS.find((known) => known === error) ?? "RequestFailed" }
}

const isListOrNull = (value: unknown): boolean => value === null || Array.isArray(value)

function parseAccount(body: Record<string, unknown> | null): AccountDetails | null {
  if (body === null) return null
  const { user, accounts, linkable, passkeys, sessions } = body
  const isComplete = typeof user === "object" && user !== null && Array.isArray(linkable)
  if (!isComplete || ![accounts, passkeys, sessions].every(isListOrNull)) throw new RequestError("account", 200)
  return body as unknown as AccountDetails // the lists were checked above; Latchkit itself wrote their items
}
