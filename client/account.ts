import { clientOf } from "./client.ts"
import type { AccountChange, AccountDetails, AccountErrorCode } from "./contract.ts"
import { RequestError } from "./request-error.ts"
import type { WholeClient } from "./types.ts"

/** Which service, where the page has several. */
interface Where {
  basePath?: string | undefined
}

/** How a change went. `account` is null where the session that asked was ended. */
export type AccountResult =
  | { ok: true; account: AccountDetails | null; error?: undefined }
  | { ok: false; account: null; error: AccountErrorCode | "MissingCSRF" | "RequestFailed" }

/** The signed-in user's account, or null for a visitor. Throws {@link RequestError} when there is no answer. */
export async function getAccount(options?: Where): Promise<AccountDetails | null> {
  const { http } = await clientOf(options).load()
  return accountFrom(await http.account())
}

/** Changes the signed-in user's account; `id` and `name` are those of the thing that changes. Never throws for a refusal. */
export async function changeAccount(
  change: AccountChange,
  { basePath, ...fields }: Where & { id?: string; name?: string } = {},
): Promise<AccountResult> {
  try {
    const client = await clientOf({ basePath }).load()
    const { http, store } = client
    const answer = await http.account({ change, ...fields })
    if (typeof answer?.["error"] === "string") return refused(answer["error"])
    const account = accountFrom(answer)
    if (!account) await store.refresh()
    else if (account.passkeyUser && change.endsWith("-passkey")) void tellAuthenticators(client, account)
    return { ok: true, account }
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    return refused("RequestFailed")
  }
}

// A hint that nobody waits for, and that works without
async function tellAuthenticators(client: WholeClient, account: AccountDetails): Promise<void> {
  const { signalAccount } = await import("./passkey-signals.ts")
  await signalAccount(client, account)
}

const REFUSALS = ["SessionRequired", "NotFound", "LastWayIn", "MissingCSRF"] as const

function refused(error: string): AccountResult {
  return { ok: false, account: null, error: REFUSALS.find((known) => known === error) ?? "RequestFailed" }
}

const isList = (value: unknown): boolean => value === null || Array.isArray(value)

function accountFrom(answer: Record<string, unknown> | null): AccountDetails | null {
  if (answer === null) return null
  const { user, accounts, linkable, passkeys, sessions } = answer
  const whole = typeof user === "object" && user !== null && Array.isArray(linkable)
  if (!whole || ![accounts, passkeys, sessions].every(isList)) throw new RequestError("account", 200)
  return answer as unknown as AccountDetails // the lists are there; what they hold, our own service wrote
}
