import type { Awaitable } from "../types.ts"
import { mapAwaitable } from "./then.ts"
import { LruMap, memoize } from "./memory.ts"
import { openJwe } from "./jwe.ts"
import type { ContentKey } from "./keyring.ts"

const MAX_CACHED_TOKENS = 1000
/** Characters. Longer tokens aren't cached. */
const MAX_CACHED_LENGTH = 4096
const openedWith = memoize((_keys: readonly ContentKey[]) => new LruMap<string, string>(MAX_CACHED_TOKENS))

/**
 * Like {@link openJwe}, with a cache. A session token comes back with each page, tab and poll, so its plaintext is
 * cached. This doesn't extend its life: the caller still checks the claims, including `exp`.
 */
export function openJweCached(token: string, keys: readonly ContentKey[]): Awaitable<string | null> {
  const opened = openedWith(keys)
  const cached = opened.get(token)
  if (cached !== undefined) return cached
  return mapAwaitable(openJwe(token, keys), (plaintext) => {
    if (plaintext === null || token.length > MAX_CACHED_LENGTH) return plaintext
    opened.set(token, plaintext)
    return plaintext
  })
}
