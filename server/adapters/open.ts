import { rejectAfter } from "../core/crypto/with-timeout.ts"
import { AuthError } from "../errors.ts"
import type { Adapter } from "./contract.ts"
import { wrapOperations, type AdapterOperation } from "./extended.ts"

interface AdapterConfig {
  adapter?: Adapter | (() => Adapter) | undefined
  /** In milliseconds. */
  adapterTimeout?: number | false | undefined
  clock?: (() => number) | undefined
}

/** An opened adapter, and the clock of the configuration that opened it last. */
interface OpenedAdapter {
  adapter?: Adapter
  now: () => number
}

const DEFAULT_TIMEOUT = 15_000
// By adapter, because a configuration may be created for each request, and locks belong to one adapter
const OPENED = new WeakMap<Adapter, Map<number | false, OpenedAdapter>>()
/** Milliseconds by which the clock of the instance that proved an address may be ahead. */
const CLOCK_SKEW = 5 * 60 * 1000
// Nothing reads their results, which may be missing. `@auth/mongodb-adapter` returns a row with an id of its own type
const WITHOUT_RESULT = new Set(["linkAccount", "unlinkAccount", "deleteUser", "deleteSession", "deleteAuthenticator"])
/** The texts of dates that some adapters return. */
const ISO_DATE = /^\d{4}-\d\d-\d\d([T ]|$)/

/**
 * Returns the adapter of a configuration, with a time limit for each operation. A transaction is one operation. The ids
 * of the users that it returns are texts, also if the database numbers them. Their `emailVerified` is a date in the
 * past or `null`, whatever else the row contains.
 */
export function openAdapter({
  adapter: option,
  adapterTimeout = DEFAULT_TIMEOUT,
  clock: now = Date.now,
}: AdapterConfig): Adapter | undefined {
  const adapter = typeof option === "function" ? option() : option
  if (!adapter) return undefined
  if (adapter instanceof Promise)
    throw new AuthError("InvalidConfiguration", "`adapter` is a Promise. Wait for it: `adapter: await createAdapter()`")
  const byTimeout = OPENED.get(adapter) ?? new Map<number | false, OpenedAdapter>()
  OPENED.set(adapter, byTimeout)
  const openedAdapter: OpenedAdapter = byTimeout.get(adapterTimeout) ?? { now }
  openedAdapter.now = now
  openedAdapter.adapter ??= wrapOperations(adapter, (name, run) =>
    withCleanRows(openedAdapter, name, adapterTimeout === false ? run : limitTime(name, run, adapterTimeout)),
  )
  byTimeout.set(adapterTimeout, openedAdapter)
  return openedAdapter.adapter
}

function withCleanRows(opened: OpenedAdapter, name: string, run: AdapterOperation): AdapterOperation {
  if (name === "transaction") return (work) => run(onCleanRows(opened, work as TransactionWork)) // as `transaction` of `Adapter`
  if (WITHOUT_RESULT.has(name)) return run
  const clean = (result: unknown) => toCleanRows(opened, result)
  return (...parameters) => {
    const result = run(...parameters)
    return isThenable(result) ? result.then(clean) : clean(result)
  }
}

type TransactionWork = (adapter: Adapter) => Promise<unknown>

function onCleanRows(opened: OpenedAdapter, work: TransactionWork): TransactionWork {
  return (transaction) => work(wrapOperations(transaction, (name, run) => withCleanRows(opened, name, run)))
}

// Also of a session with its user. A row that needs no change is returned as it is
function toCleanRows(opened: OpenedAdapter, result: unknown): unknown {
  if (Array.isArray(result)) return result.map((row) => toCleanRows(opened, row))
  if (!isRow(result)) return result
  const { id, userId, session, user, emailVerified = null, ...rest } = result
  if (isRow(session) && isRow(user))
    return { ...rest, session: toCleanRows(opened, session), user: toCleanRows(opened, user) }
  const isProven = emailVerified === null || isPastDate(emailVerified, Math.max(opened.now(), Date.now()))
  if (isProven && isText(id) && isText(userId)) return result
  return {
    ...result,
    ...(!isText(id) && { id: toTextId("id", id) }),
    ...(!isText(userId) && { userId: toTextId("userId", userId) }),
    ...(!isProven && { emailVerified: null }),
  }
}

function isPastDate(value: unknown, now: number): boolean {
  const isText = typeof value === "string" && ISO_DATE.test(value)
  // A test runner may run the driver in another realm, with another class
  const isDate = Object.prototype.toString.call(value) === "[object Date]"
  const time = isText || isDate ? new Date(value as string | Date).getTime() : 0
  return time > 0 && time <= now + CLOCK_SKEW // some adapters read a stored 0 as a date, and an invalid date is NaN
}

// A larger number has lost digits already, so it stays as it is
const isText = (id: unknown): boolean =>
  id === undefined || id === null || typeof id === "string" || (typeof id === "number" && !Number.isSafeInteger(id))

/** @throws {AuthError} `AdapterError` for an object, such as an id of MongoDB */
function toTextId(column: string, id: unknown): string {
  if (typeof id !== "object") return String(id)
  const remedy = "Return a string, and turn it into your database's type in the adapter"
  throw new AuthError(
    "AdapterError",
    `The adapter returned a row whose \`${column}\` is an object: ${id?.constructor.name}. ${remedy}`,
  )
}

const isRow = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null

function limitTime(name: string, run: AdapterOperation, timeout: number): AdapterOperation {
  const createError = () => new AuthError("AdapterError", lateMessage(name, timeout))
  return (...parameters) => {
    const result = run(...parameters)
    return isThenable(result) ? rejectAfter(timeout, result, createError) : result
  }
}

// A query builder is not a promise, but has its `then`
function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function"
}

const lateMessage = (name: string, timeout: number) =>
  `The adapter's \`${name}\` did not finish within ${timeout / 1000} seconds. Check the connection to your database, ` +
  "or set `adapterTimeout` to more milliseconds"
