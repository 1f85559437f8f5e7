import { contextValue } from "../ambient.ts"
import { AdapterConflict } from "../values.ts"
import { isBusy, RowsChanged, translateError } from "./errors.ts"
import { beginOptimistic } from "./optimistic.ts"
import type { BatchDriver, Driver, InteractiveDriver, Verbs } from "./verbs.ts"

/** The verbs, alone or in a transaction. */
export interface Store extends Verbs {
  /** The tool's own transaction, if there is one. An app's query through it is part of the transaction. */
  readonly handle?: object
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

/** Creates the store of a driver. Its verbs join the transaction of `key` that the caller is in, if there is one. */
export function createStore(driver: Driver, key: object): Store {
  const mayRepeat = !(driver.kind === "interactive" && driver.isJoined)
  const repeat = <T>(run: () => Promise<T>): Promise<T> => (mayRepeat ? repeatWhileBusy(run) : run())
  const alone: Store = {
    ...mapVerbs(driver, (run) => repeat(() => translated(run))),
    atomic: (run) =>
      driver.kind === "interactive"
        ? repeat(() => runInteractive(driver, run))
        : repeatWhileBusy((attempt) => runOptimistic(driver, run, attempt > 1)),
  }
  const present = (): Store => contextValue<Store>(key) ?? alone
  return {
    select: (selection) => present().select(selection),
    insert: (table, row) => present().insert(table, row),
    insertIgnore: (table, row) => present().insertIgnore(table, row),
    update: (table, set, where) => present().update(table, set, where),
    remove: (table, where) => present().remove(table, where),
    erase: (table, where) => present().erase(table, where),
    add: (row) => present().add(row),
    lock: (table, where) => present().lock(table, where),
    sessionAndUser: (sessionToken) => present().sessionAndUser(sessionToken),
    atomic: (run) => present().atomic(run),
  }
}

/** Returns a store within a transaction. A transaction inside it is part of it. */
export function joinedStore(verbs: Verbs, handle?: object): Store {
  const store: Store = {
    ...mapVerbs(verbs, translated),
    ...(handle && { handle }),
    atomic: (run) => run(store),
  }
  return store
}

function runInteractive<T>(driver: InteractiveDriver, run: (store: Store) => Promise<T>): Promise<T> {
  return translated(() => driver.transaction((verbs, handle) => run(joinedStore(verbs, handle))))
}

/**
 * The first run trusts that new keys are free, because the database checks them. A run after a failure looks, so that
 * the caller gets the conflict.
 */
async function runOptimistic<T>(
  driver: BatchDriver,
  run: (store: Store) => Promise<T>,
  looksForKeys: boolean,
): Promise<T> {
  const transaction = beginOptimistic(driver, { looksForKeys })
  const result = await run(joinedStore(transaction.verbs))
  await translated(() => transaction.commit()).catch((error: unknown) => {
    // Another request stored the row after this one looked: the next run sees it
    throw error instanceof AdapterConflict ? new RowsChanged(error.message) : error
  })
  return result
}

type RunVerb = <T>(run: () => Promise<T>) => Promise<T>

function mapVerbs(verbs: Verbs, around: RunVerb): Verbs {
  return {
    select: (selection) => around(() => verbs.select(selection)),
    insert: (table, row) => around(() => verbs.insert(table, row)),
    insertIgnore: (table, row) => around(() => verbs.insertIgnore(table, row)),
    update: (table, set, where) => around(() => verbs.update(table, set, where)),
    remove: (table, where) => around(() => verbs.remove(table, where)),
    erase: (table, where) => around(() => verbs.erase(table, where)),
    add: (row) => around(() => verbs.add(row)),
    lock: (table, where) => around(() => verbs.lock(table, where)),
    sessionAndUser: (sessionToken) => around(() => verbs.sessionAndUser(sessionToken)),
  }
}

async function translated<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw translateError(error)
  }
}

async function repeatWhileBusy<T>(run: (attempt: number) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run(attempt)
    } catch (error) {
      const hasChanged = error instanceof RowsChanged
      if (!hasChanged && !isBusy(error)) throw error
      if (attempt === ATTEMPTS) throw hasChanged ? new AdapterConflict(KEEPS_CHANGING) : error
      // A random delay, so that one of two transactions goes first
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 5 * attempt))
    }
  }
}

const KEEPS_CHANGING =
  `Transaction: other requests changed the same rows ${ATTEMPTS} times while it ran, or a unique key of your own ` +
  "rejected a row. Nothing was written. Send the request again"
