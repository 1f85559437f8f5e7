import type { Settings } from "../config/settings.ts"
import { hmac } from "../crypto/hash.ts"
import { AuthError } from "../errors.ts"

/** Milliseconds that one change may take. */
const LOCK_TTL = 10_000
/** The first and the longest pause between two looks at the lock, in milliseconds. */
const PAUSES = { first: 20, longest: 400 }

/**
 * Runs changes of a user's address one after the other, in all instances. An adapter may have no transactions, and the
 * records of a change may be in another database than the user. After a crash, the lock ends within 20 seconds.
 *
 * @throws {AuthError} `AdapterError` if another change takes longer than 30 seconds
 */
export async function withAddressLock<T>(settings: Settings, userId: string, run: () => Promise<T>): Promise<T> {
  const { replayStore, secrets } = settings
  const name = await hmac(secrets[0] ?? "", "address turn", userId)
  let pause = PAUSES.first
  for (const end = Date.now() + 3 * LOCK_TTL; Date.now() < end;) {
    // A lock is held for this turn and the next one, so that it doesn't end while a change crosses the border
    const turn = Math.floor(Date.now() / LOCK_TTL)
    const keys = [turn, turn + 1].map((one) => `address:${name}:${one}` as const)
    const claimed: typeof keys = []
    const release = async () => {
      for (const key of claimed) await replayStore.release(key)
    }
    for (const key of keys) {
      if (!(await replayStore.markUsed(key, settings.now() + 2 * LOCK_TTL))) break
      claimed.push(key)
    }
    if (claimed.length < keys.length) {
      await release()
      await new Promise((resolve) => setTimeout(resolve, pause))
      pause = Math.min(2 * pause, PAUSES.longest)
      continue
    }
    try {
      return await run()
    } finally {
      await release()
    }
  }
  throw new AuthError("AdapterError", "Another change of the address didn't finish within 30 seconds")
}
