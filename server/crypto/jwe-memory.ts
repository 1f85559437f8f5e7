import type { Awaitable } from "../types.ts"
import { after } from "./then.ts"
import { BoundedMap } from "./bounded-map.ts"
import { openJwe } from "./jwe.ts"
import type { ContentKey } from "./keyring.ts"

const OPENED = new WeakMap<readonly ContentKey[], BoundedMap<string, string>>() // by the keys that opened it, and gone with them
const MAX_REMEMBERED = 1000
/** Characters. */
const LONGEST = 4096

/**
 * {@link openJwe} for session tokens, which come back with each page, tab and poll of a visitor: what the keys opened once is
 * remembered. Nothing is believed longer for it: whoever asks still reads the claims, and their end, out of the text.
 */
export function openJweAgain(token: string, keys: readonly ContentKey[]): Awaitable<string | null> {
  const opened = OPENED.get(keys) ?? new BoundedMap<string, string>(MAX_REMEMBERED)
  OPENED.set(keys, opened)
  const known = opened.get(token)
  if (known !== undefined) return known
  return after(openJwe(token, keys), (plaintext) => {
    if (plaintext === null || token.length > LONGEST) return plaintext
    opened.set(token, plaintext)
    return plaintext
  })
}
