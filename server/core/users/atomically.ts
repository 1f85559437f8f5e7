import type { Adapter } from "../../adapters/contract.ts"
import { hasTransaction, inTransaction } from "../../adapters/extended.ts"
import { asError, AuthError } from "../../errors.ts"
import { normalizeEmail } from "../../providers/email-address.ts"
import type { ReplayStore } from "../config/replay-store.ts"
import type { Settings } from "../config/settings.ts"
import { hmac } from "../crypto/bytes.ts"
import type { VerifiedIdentity } from "./types.ts"
import { userByEmail } from "./users.ts"

const ATTEMPTS = 3
const QUEUES = new WeakMap<Adapter, Map<string, Promise<unknown>>>() // pending sign-ins of this process, for adapters without transactions

/**
 * Runs related writes in a transaction, if the adapter supports transactions. Retries if a parallel write conflicts:
 * of two parallel first sign-ins, the slower one finds the user that the faster one created. Without transactions,
 * runs with the same `key` wait for each other, within this process.
 *
 * @throws {AuthError} `AdapterError` if the database keeps failing
 */
export async function atomically<T>(adapter: Adapter, key: string, run: (adapter: Adapter) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await (hasTransaction(adapter) ? inTransaction(adapter, run) : runQueued(adapter, key, run))
    } catch (error) {
      if (error instanceof AuthError) throw error
      const err = asError(error)
      if (attempt === ATTEMPTS) throw new AuthError("AdapterError", `The database failed: ${err.message}`, { err })
    }
  }
}

/**
 * Runs `run` after all pending writes of the same key, if the adapter has no transactions. Some adapters, such as
 * TypeORM's, don't support two calls at once.
 */
export function runInOrder<T>(adapter: Adapter | undefined, key: () => string, run: () => Promise<T>): Promise<T> {
  return !adapter || hasTransaction(adapter) ? run() : runQueued(adapter, key(), run)
}

/** Returns the key of an address. An app's own rule may keep it as it was typed, or allow a phone number. */
export const addressKey = (address: string): string => normalizeEmail(address) ?? address

/** Returns the key that serializes sign-ins: the address, or else the account. */
export function lockKey({ user, account }: VerifiedIdentity["identity"]): string {
  if (account.type === "email") return addressKey(account.providerAccountId)
  return normalizeEmail(user.email) ?? `${account.provider}\n${account.providerAccountId}`
}

async function runQueued<T>(adapter: Adapter, key: string, run: (adapter: Adapter) => Promise<T>): Promise<T> {
  const waiting = QUEUES.get(adapter) ?? new Map<string, Promise<unknown>>()
  QUEUES.set(adapter, waiting)
  const before = waiting.get(key) ?? Promise.resolve()
  const { transaction: _, ...plain } = adapter
  const turn = before.catch(() => undefined).then(() => run(adapter.transaction ? plain : adapter)) // only the earlier caller gets its error
  waiting.set(key, turn)
  try {
    return await turn
  } finally {
    if (waiting.get(key) === turn) waiting.delete(key)
  }
}

/** Milliseconds that one change may take. */
const LOCK_TTL = 10_000
/** Milliseconds by which the clocks of two instances may differ. */
const CLOCK_SKEW = 2000
/** The longest time that a change waits for the others, in milliseconds. */
const LONGEST_WAIT = 3 * LOCK_TTL
/** The first and the longest pause between two looks at the lock, in milliseconds. */
const PAUSES = { first: 10, longest: 80 }

/** A lock that the caller holds. It ends by itself after {@link LOCK_TTL}, so that a crash doesn't keep it. */
export interface HeldLock {
  /** Returns whether no other instance can have the lock yet. */
  isHeld(): boolean
}

/**
 * Runs changes of a user's address and removals of factors one after the other, in all instances. An adapter may have
 * no transactions, and the records of a change may be in another database than the user. Those of one process take
 * their turns in order, so only one change of each process asks the database. After a crash, the lock ends within 20
 * seconds.
 *
 * @throws {AuthError} `AdapterError` if the turn doesn't come within 30 seconds
 */
export async function withAddressLock<T>(
  settings: Settings,
  userId: string,
  run: (lock: HeldLock) => Promise<T>,
): Promise<T> {
  return withLock(settings, await hmac(settings.secrets[0] ?? "", "address turn", userId), run)
}

/**
 * Runs changes that give an address to a user, one after the other. Otherwise two users could get the same address if
 * the table has no unique key. Call {@link requireHeld} after the write, and undo the write if that throws.
 *
 * @throws {AuthError} `AdapterError` if the turn doesn't come within 30 seconds
 */
export async function withAddressClaim<T>(
  settings: Settings,
  email: string,
  run: (claim: HeldLock) => Promise<T>,
): Promise<T> {
  return withLock(settings, await hmac(settings.secrets[0] ?? "", "address claim", addressKey(email)), run)
}

/**
 * Runs the proof of a mailbox. If its user's address was never proven, no change of the address runs at the same time.
 * Otherwise an attacker who created the user could move it to their own address while the mailbox's owner gets it.
 *
 * @throws {AuthError} `AdapterError` if the proof took so long that a change may have run
 */
export async function withMailboxLock<T>(
  settings: Settings,
  { adapter, email }: { adapter: Adapter; email: string | null },
  run: () => Promise<T>,
): Promise<T> {
  const user = settings.account.changeEmail ? await userByEmail(adapter, email) : null
  if (!user || user.emailVerified) return run()
  return withAddressLock(settings, user.id, async (lock) => {
    const result = await run()
    requireHeld(lock)
    return result
  })
}

/** @throws {AuthError} `AdapterError` if another instance may have the lock by now */
export function requireHeld(lock: HeldLock): void {
  if (!lock.isHeld())
    throw new AuthError("AdapterError", `A change of an address took more than ${LOCK_TTL / 1000} seconds`)
}

async function withLock<T>(settings: Settings, name: string, run: (lock: HeldLock) => Promise<T>): Promise<T> {
  const end = performance.now() + LONGEST_WAIT
  return inTurn(settings.replayStore, { name, end }, async () => {
    const { release, ...lock } = await acquire(settings, { name, end })
    try {
      return await run(lock)
    } finally {
      await release()
    }
  })
}

interface Turn {
  /** Identifies the user or the address. */
  name: string
  /** When the wait ends, by `performance.now()`: the clock of the machine may jump. */
  end: number
}

/** The last change of each user and address in this process. */
const LAST = new WeakMap<ReplayStore, Map<string, Promise<unknown>>>()

/** Runs `run` when all earlier ones of the same name and process are done. */
async function inTurn<T>(store: ReplayStore, { name, end }: Turn, run: () => Promise<T>): Promise<T> {
  const waiting = LAST.get(store) ?? new Map<string, Promise<unknown>>()
  LAST.set(store, waiting)
  const before = waiting.get(name)
  const { promise: done, resolve: finish } = Promise.withResolvers<void>()
  const turn = Promise.all([before, done])
  waiting.set(name, turn)
  try {
    if (before && !(await isDoneBy(before, end))) throw tooLate()
    return await run()
  } finally {
    finish()
    if (waiting.get(name) === turn) waiting.delete(name)
  }
}

/** Returns whether the promise resolves before `end`. */
async function isDoneBy(promise: Promise<unknown>, end: number): Promise<boolean> {
  const timer: { id?: ReturnType<typeof setTimeout> } = {}
  const timeout = new Promise<boolean>((resolve) => {
    timer.id = setTimeout(resolve, end - performance.now(), false)
  })
  try {
    return await Promise.race([promise.then(() => true), timeout])
  } finally {
    clearTimeout(timer.id)
  }
}

/** Takes the lock that all instances share. */
async function acquire(
  { replayStore, now }: Settings,
  { name, end }: Turn,
): Promise<HeldLock & { release: () => Promise<void> }> {
  for (let pause = PAUSES.first; performance.now() < end; pause = Math.min(2 * pause, PAUSES.longest)) {
    // A lock is held for this turn and the next one, so that it doesn't end while a change crosses the border
    const turn = Math.floor(Date.now() / LOCK_TTL)
    const keys = [turn, turn + 1].map((one) => `address:${name}:${one}` as const)
    const claimed: typeof keys = []
    const release = async () => {
      for (const key of claimed) await replayStore.release(key)
    }
    for (const key of keys) {
      if (!(await replayStore.markUsed(key, now() + 2 * LOCK_TTL))) break
      claimed.push(key)
    }
    const isHeld = () => Date.now() < (turn + 2) * LOCK_TTL - CLOCK_SKEW
    if (claimed.length === keys.length) return { isHeld, release }
    await release()
    // Two processes that look at the same moments would always meet the same one
    await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())))
  }
  throw tooLate()
}

const tooLate = () => new AuthError("AdapterError", "Another change of the account didn't finish within 30 seconds")
