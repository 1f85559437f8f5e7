import type { Awaitable } from "../types.ts"
import { after } from "./then.ts"
import { LruMap, memoize } from "./memory.ts"
import { openJwe } from "./jwe.ts"
import type { ContentKey } from "./keyring.ts"

const MAX_REMEMBERED = 1000
/** Characters. */
const LONGEST = 4096
const openedWith = memoize((_keys: readonly ContentKey[]) => new LruMap<string, string>(MAX_REMEMBERED))

/**
 * {@link openJwe} for session tokens, which come back with each page, tab and poll of a visitor: what the keys opened once is
 * remembered. Nothing is believed longer for it: whoever asks still reads the claims, and their end, out of the text.
 */
export function openJweAgain(token: string, keys: readonly ContentKey[]): Awaitable<string | null> {
  const opened = openedWith(keys)
  const known = opened.get(token)
  if (known !== undefined) return known
  return after(openJwe(token, keys), (plaintext) => {
    if (plaintext === null || token.length > LONGEST) return plaintext
    opened.set(token, plaintext)
    return plaintext
  })
}
