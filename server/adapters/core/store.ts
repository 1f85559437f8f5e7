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
    ...mapVerbs(
      () => driver,
      (run) => repeat(() => translated(run)),
    ),
    atomic: (run) =>
      driver.kind === "interactive"
        ? repeat(() => runInteractive(driver, run))
        : repeatWhileBusy((attempt) => runOptimistic(driver, run, attempt > 1)),
  }
  const present = (): Store => contextValue<Store>(key) ?? alone
  return { ...mapVerbs(present, (run) => run()), atomic: (run) => present().atomic(run) }
}

/** Returns a store within a transaction. A transaction inside it is part of it. */
export function joinedStore(verbs: Verbs, handle?: object): Store {
  const store: Store = {
    ...mapVerbs(() => verbs, translated),
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

const VERB_NAMES = [
  "select",
  "insert",
  "insertIgnore",
  "update",
  "remove",
  "erase",
  "add",
  "lock",
  "sessionAndUser",
] as const

type RunVerb = <T>(run: () => Promise<T>) => Promise<T>

/** Returns the verbs of `find()`, each called within `around`. */
function mapVerbs(find: () => Verbs, around: RunVerb): Verbs {
  const mapped = VERB_NAMES.map((name) => {
    const verb = (...parameters: never[]) => around(() => (find()[name] as AnyVerb)(...parameters))
    return [name, verb]
  })
  return Object.fromEntries(mapped) as Verbs // each verb of the list, with its own parameters
}

type AnyVerb = (...parameters: never[]) => Promise<unknown>

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

const KEEPS_CHANGING = `Other requests changed the same rows ${ATTEMPTS} times. Nothing was written`
