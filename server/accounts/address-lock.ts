import type { Adapter } from "../adapters/contract.ts"
import type { ReplayStore } from "../config/replay-store.ts"
import type { Settings } from "../config/settings.ts"
import { hmac } from "../crypto/hash.ts"
import { AuthError } from "../errors.ts"
import { userByEmail } from "../sessions/users.ts"

/** Milliseconds that one change may take. */
const LOCK_TTL = 10_000
/** The longest time that a change waits for the others, in milliseconds. */
const LONGEST_WAIT = 3 * LOCK_TTL
/** The first and the longest pause between two looks at the lock, in milliseconds. */
const PAUSES = { first: 10, longest: 80 }

/**
 * Runs changes of a user's address and removals of factors one after the other, in all instances. An adapter may have
 * no transactions, and the records of a change may be in another database than the user. Those of one process take
 * their turns in order, so only one change of each process asks the database. After a crash, the lock ends within 20
 * seconds.
 *
 * @throws {AuthError} `AdapterError` if the turn doesn't come within 30 seconds
 */
export async function withAddressLock<T>(settings: Settings, userId: string, run: () => Promise<T>): Promise<T> {
  const { replayStore, secrets } = settings
  const name = await hmac(secrets[0] ?? "", "address turn", userId)
  const end = performance.now() + LONGEST_WAIT
  return inTurn(replayStore, { name, end }, async () => {
    const release = await acquire(settings, { name, end })
    try {
      return await run()
    } finally {
      await release()
    }
  })
}

/**
 * Runs the proof of a mailbox. If its user's address was never proven, no change of the address runs at the same time.
 * Otherwise an attacker who created the user could move it to their own address while the mailbox's owner gets it.
 */
export async function withMailboxLock<T>(
  settings: Settings,
  { adapter, email }: { adapter: Adapter; email: string | null },
  run: () => Promise<T>,
): Promise<T> {
  const user = settings.account.changeEmail ? await userByEmail(adapter, email) : null
  return user && !user.emailVerified ? withAddressLock(settings, user.id, run) : run()
}

interface Turn {
  /** Identifies the user. */
  name: string
  /** When the wait ends, by `performance.now()`: the clock of the machine may jump. */
  end: number
}

/** The last change of each user in this process. */
const LAST = new WeakMap<ReplayStore, Map<string, Promise<unknown>>>()

/** Runs `run` when all earlier ones of the same user and process are done. */
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

/** Takes the lock that all instances share. Returns a function that releases it. */
async function acquire({ replayStore, now }: Settings, { name, end }: Turn): Promise<() => Promise<void>> {
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
    if (claimed.length === keys.length) return release
    await release()
    // Two processes that look at the same moments would always meet the same one
    await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())))
  }
  throw tooLate()
}

const tooLate = () => new AuthError("AdapterError", "Another change of the account didn't finish within 30 seconds")
