import { bringStoredUsers } from "../brings.ts"
import { shownValue } from "../arguments.ts"
import { ACCOUNT_TABLE_OPERATIONS } from "./account-tables.ts"
import type { Adapter } from "./contract.ts"
import { authenticators } from "./core/authenticators.ts"
import { rowOperations } from "./core/index.ts"
import { createStore } from "./core/store.ts"
import { createRecords, type RecordsClient } from "./records/client.ts"
import { recordsDriver } from "./records/driver.ts"
import { layoutTables, USER_COLUMNS } from "./records/layout.ts"

export type { RecordsClient, RecordTable } from "./records/client.ts"

/** The options of {@link RecordsAdapter}. */
export interface RecordsAdapterOptions {
  /**
   * The database has `svc_authenticators` in addition to the layout's tables. Its columns:
   *
   * - string: `credentialID`, `providerAccountId`, `credentialDeviceType`, `transports`, `name`
   * - string, a date in ISO 8601: `createdAt`, `lastUsedAt`
   * - text: `credentialPublicKey`
   * - int: `counter`
   * - bool: `credentialBackedUp`
   * - link to `svc_users`: `user`
   *
   * @default false
   */
  passkeys?: boolean
  /**
   * `svc_accounts` has a text column `extra` in addition to the layout's. It stores further keys of an account as
   * JSON: what an app's `account` callback adds, the account's label, and whether its provider verified the address.
   * Without the column, those keys and refreshed provider tokens aren't stored.
   *
   * @default false
   */
  extra?: boolean
  /**
   * The database has `svc_account_records` in addition to the layout's tables. It stores second factors, recovery
   * codes and trusted devices, and counts attempts in all processes together. Latchkit then also deletes expired rows.
   * Its columns:
   *
   * - string: `kind`, `recordId`, `owner`
   * - text: `data`
   * - int: `version`
   * - datetime: `expires`
   *
   * @default false
   */
  accountRecords?: boolean
}

/**
 * Stores users in a hosted database of the layout `svc_users`, `svc_accounts`, `svc_sessions`, `svc_users_accounts`,
 * `svc_users_sessions` and `svc_verificationTokens`, through a client of `@xata.io/client`. For each address,
 * `svc_verificationTokens` also has a lock row with the identifier `latchkit:address-lock`, which makes addresses
 * unique. Keep these rows: they expire in the year 9999.
 *
 * @experimental
 */
export function RecordsAdapter(
  client: RecordsClient,
  { passkeys = false, extra = false, accountRecords = false }: RecordsAdapterOptions = {},
): Adapter {
  if (typeof Object(client).db !== "object")
    throw new TypeError(`\`RecordsAdapter\` got ${shownValue(client)}. Pass a client of \`@xata.io/client\``)
  const driver = recordsDriver(createRecords(client), layoutTables({ passkeys, extra, accountRecords }))
  const store = createStore(driver, driver)
  const absent: readonly string[] = [
    ...(extra ? [] : ["updateAccount"]),
    ...(passkeys ? [] : Object.keys(authenticators(store))),
    ...(accountRecords ? [] : ACCOUNT_TABLE_OPERATIONS),
  ]
  const operations = Object.entries(rowOperations(store, { columns: USER_COLUMNS, fields: [] }))
  const present: Adapter = Object.fromEntries(operations.filter(([name]) => !absent.includes(name)))
  return { ...bringStoredUsers(), wantsTokenHashes: true, ...present }
}
