import { bringStoredUsers } from "../../brings.ts"
import { runWithContext } from "../ambient.ts"
import type { Adapter } from "../contract.ts"
import { markExtendable, markJoinable } from "../extended.ts"
import { accountRecords } from "./account-records.ts"
import { accounts } from "./accounts.ts"
import { authenticators } from "./authenticators.ts"
import { ownFields } from "./rows.ts"
import { sessions } from "./sessions.ts"
import { createStore, type Store } from "./store.ts"
import { tokens } from "./tokens.ts"
import { users, type UsersTable } from "./users.ts"
import type { Driver } from "./verbs.ts"

interface CoreOptions {
  readonly users: UsersTable
  /** Identifies a transaction in progress, such as the database. */
  readonly key: object
}

/** Creates an adapter with every operation over the verbs of a driver. */
export function coreAdapter(driver: Driver, options: CoreOptions): Required<Adapter> {
  return markExtendable({ ...operations(createStore(driver, options.key), options), ...bringStoredUsers() })
}

function operations(store: Store, options: CoreOptions): Required<Adapter> {
  const { columns, fields } = options.users
  return {
    wantsTokenHashes: true,
    keepsSessionDetails: true,
    keepsSessionEpoch: columns.includes("sessionEpoch"),
    userFields: ownFields({}, fields),
    transaction: (run) =>
      store.atomic((within) =>
        run(markJoinable(operations(within, options), (inside) => runWithContext(options.key, within, inside))),
      ),
    ...rowOperations(store, options.users),
  }
}

/** Creates the operations on rows of all tables. */
export function rowOperations(store: Store, table: UsersTable) {
  return {
    ...users(store, table),
    ...accounts(store),
    ...sessions(store, table.fields),
    ...tokens(store),
    ...authenticators(store),
    ...accountRecords(store),
  }
}
