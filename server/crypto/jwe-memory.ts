import type { Awaitable } from "../types.ts"
import { mapAwaitable } from "./then.ts"
import { LruMap, memoize } from "./memory.ts"
import { openJwe } from "./jwe.ts"
import type { ContentKey } from "./keyring.ts"

const MAX_CACHED_TOKENS = 1000
/** Characters. */
const MAX_CACHED_LENGTH = 4096
const openedWith = memoize((_keys: readonly ContentKey[]) => new LruMap<string, string>(MAX_CACHED_TOKENS))

/**
 * {@link openJwe} for session tokens, which come back with each page, tab and poll of a visitor: what the keys opened once is
 * remembered. Nothing is believed longer for it: whoever asks still reads the claims, and their end, out of the text.
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
