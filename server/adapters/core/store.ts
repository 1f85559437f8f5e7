import { contextValue } from "../ambient.ts"
import { AdapterConflict, isKey, KEY_BYTES, type KeyName } from "../values.ts"
import { isBusy, translateError } from "./errors.ts"
import type { TableName } from "./tables.ts"
import { callVerb, equals, mapVerbs, type Condition, type Driver, type Row, type Verbs } from "./verbs.ts"

/** The verbs, alone or in a transaction. */
export interface Store extends Verbs {
  /** The tool's own transaction, if there is one. An app's query through it is part of the transaction. */
  readonly handle?: object | undefined
  /**
   * Runs all or nothing. A nested call joins the outer transaction. `run` is called again if another request changed
   * what it read, or after a deadlock. So it must change nothing but rows.
   *
   * @throws {AdapterConflict} if other requests win each time
   */
  atomic<T>(run: (store: Store) => Promise<T>): Promise<T>
}

/** How often a statement or a transaction runs at most. */
const ATTEMPTS = 12
/**
 * Milliseconds after which a busy database isn't asked again, because its client has waited itself. A transaction that
 * lost to another one has waited for nothing: on a slow machine it only takes longer.
 */
const PATIENCE = 5000
/** The longest delay before an attempt, in milliseconds. */
const LONGEST_DELAY = 500

/** Creates the store of a driver. Its verbs join the transaction of `key` that the caller is in, if there is one. */
export function createStore(driver: Driver, key: object): Store {
  const repeat: typeof repeatWhileBusy = (run) => (driver.isJoined ? translated(() => run(1)) : repeatWhileBusy(run))
  const verbs = exactVerbs(driver)
  const alone: Store = {
    ...mapVerbs(verbs, (name, parameters) => repeat(() => callVerb(verbs, name, parameters))),
    atomic: (run) =>
      repeat((attempt) => driver.transaction((within, handle) => run(joinedStore(within, handle)), attempt > 1)),
  }
  const present = (): Store => contextValue<Store>(key) ?? alone
  return {
    ...mapVerbs(verbs, (name, parameters) => callVerb(present(), name, parameters)),
    atomic: (run) => present().atomic(run),
  }
}

/** Returns the tool's own transaction that the caller is in, or `db` if it is in none. */
export function currentHandle<Database extends object>(db: Database): Database {
  const handle = contextValue<Store>(db)?.handle
  return (handle as Database | undefined) ?? db // a transaction has the methods of its database
}

/** Returns a store within a transaction. A transaction inside it is part of it. */
export function joinedStore(given: Verbs, handle?: object): Store {
  const verbs = exactVerbs(given)
  const store: Store = {
    ...mapVerbs(verbs, (name, parameters) => translated(() => callVerb(verbs, name, parameters))),
    handle,
    atomic: (run) => run(store),
  }
  return store
}

/**
 * Leaves out rows that a column's collation also finds, because their texts are other bytes. Doesn't ask the database
 * for a key that no row can have.
 */
function exactVerbs(verbs: Verbs): Verbs {
  const exact = async (where: readonly Condition[], find: () => Promise<readonly Row[]>, unchanged = where) =>
    canMatch(where) ? (await find()).filter((row) => hasTexts(row, unchanged)) : []
  return {
    ...verbs,
    select: (selection) => exact(selection.where, () => verbs.select(selection)),
    lock: (table, where) => exact(where, () => verbs.lock(table, where)),
    remove: (table, where) => exact(where, () => verbs.remove(table, where)),
    erase: async (table, where, limit) => (canMatch(where) ? verbs.erase(table, where, limit) : 0),
    async update(table, set, where) {
      const unchanged = where.filter(([column]) => !(column in set))
      return exact(where, () => verbs.update(table, set, where), unchanged)
    },
    async withUser(table, key, withPassword) {
      const where = equals(key)
      const stored = canMatch(where) && (await verbs.withUser(table, key, withPassword))
      return stored && hasTexts(stored.row, where) ? stored : null
    },
  }
}

/** Returns whether a row can have all these keys. A counter's key begins with its kind, and was checked before. */
function canMatch(where: readonly Condition[]): boolean {
  for (const [column, operator, value] of where)
    if (operator === "=" && column !== "key" && isKeyName(column) && !isKey(column, value)) return false
  return true
}

const isKeyName = (name: string): name is KeyName => Object.hasOwn(KEY_BYTES, name)

function hasTexts(row: Row, where: readonly Condition[]): boolean {
  for (const [column, operator, value] of where)
    if (operator === "=" && typeof value === "string" && row[column] !== value) return false
  return true
}

/** Reads the first of the rows, or returns `null`. */
export async function readFirst<T>(rows: Promise<readonly Row[]>, read: (row: Row) => T): Promise<T | null> {
  const [row] = await rows
  return row ? read(row) : null
}

/** Changes rows and returns them. Without a change it locks them. */
export function changeRows(
  store: Verbs,
  table: TableName,
  set: Row,
  where: readonly Condition[],
): Promise<readonly Row[]> {
  return Object.keys(set).length === 0 ? store.lock(table, where) : store.update(table, set, where)
}

/** Runs, and throws errors of any driver as those of the contract. */
export async function translated<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw translateError(error)
  }
}

/**
 * Runs again after a deadlock, or if another request changed what was read. Throws errors of any driver as those of the
 * contract.
 */
export async function repeatWhileBusy<T>(run: (attempt: number) => Promise<T>): Promise<T> {
  const until = performance.now() + PATIENCE
  for (let attempt = 1; ; attempt++) {
    try {
      return await run(attempt)
    } catch (thrown) {
      const error = translateError(thrown)
      const isSlow = performance.now() > until && !(error instanceof AdapterConflict)
      if (!isBusy(error) || attempt === ATTEMPTS || isSlow) throw error
      // A random delay, so that one of two transactions goes first. It doubles, so that many of them spread out
      const delay = Math.random() * Math.min(5 * 2 ** attempt, LONGEST_DELAY)
      await new Promise((resolve) => setTimeout(resolve, delay))
    }
  }
}
