import type { Adapter } from "./contract.ts"
import { accounts } from "./records/accounts.ts"
import { recordsOf, type RecordsClient } from "./records/client.ts"
import { sessions } from "./records/sessions.ts"
import { tokens } from "./records/tokens.ts"
import { users } from "./records/users.ts"

export type { RecordsClient, RecordTable } from "./records/client.ts"

/**
 * Keeps users in a hosted database of the layout `svc_users`, `svc_accounts`, `svc_sessions`, `svc_users_accounts`,
 * `svc_users_sessions` and `svc_verificationTokens`, through a client of `@xata.io/client`. The layout has no table for
 * passkeys and none for counters.
 */
export function RecordsAdapter(client: RecordsClient): Adapter {
  const records = recordsOf(client)
  return { wantsTokenHashes: true, ...users(records), ...accounts(records), ...sessions(records), ...tokens(records) }
}
