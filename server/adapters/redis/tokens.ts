import type { TokenOperations, VerificationToken } from "../contract.ts"
import { identifierAddress, AdapterConflict, hasKeys, isKey, requireExpiry, requireKeys } from "../values.ts"
import { DELETE_OWNED, INSERT_OWNED } from "./owned.ts"
import { decodeRecord, encodeRecord, type Store } from "./store.ts"

const KEYS = ["identifier", "token"] as const

/** Deletes the tokens on the list KEYS[1] whose key starts with ARGV[1], except the ARGV[2] that expire last. */
const VOID_TOKENS = `
local keys = {}
for _, key in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  if string.sub(key, 1, #ARGV[1]) == ARGV[1] then keys[#keys + 1] = key end
end
for index = 1, #keys - ARGV[2] do
  redis.call('DEL', keys[index])
  redis.call('ZREM', KEYS[1], keys[index])
end`

const INCREMENT = `
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return count`
const DECREMENT = "if redis.call('EXISTS', KEYS[1]) == 1 then redis.call('DECR', KEYS[1]) end"

/** Creates the token operations. Redis deletes expired entries by itself. */
export function tokens(store: Store): Omit<TokenOperations, "deleteExpired"> {
  const tokenKeys = ({ identifier, token }: Pick<VerificationToken, "identifier" | "token">): string[] => [
    store.key("token", identifier, token),
    tokenListKey(store, identifier),
  ]
  return {
    async createVerificationToken(row) {
      requireKeys(row, KEYS)
      requireExpiry(row)
      const [key = "", list = ""] = tokenKeys(row)
      const { identifier, token, expires } = row
      const values = [encodeRecord("", { identifier, token, expires }), String(expires.getTime()), "0"]
      if ((await store.script(INSERT_OWNED, [key, "", list], values)) !== 1)
        throw new AdapterConflict("The token already exists")
      return row
    },
    async useVerificationToken(key) {
      if (!hasKeys(key, KEYS)) return null
      const row = decodeRecord<VerificationToken>(await store.script(DELETE_OWNED, tokenKeys(key)))
      return row && { ...row, expires: new Date(row.expires) }
    },
    async deleteVerificationTokens(identifier, keep = 0) {
      if (!isKey("identifier", identifier)) return
      await store.script(
        VOID_TOKENS,
        [tokenListKey(store, identifier)],
        [store.key("token", identifier, ""), String(keep)],
      )
    },
    async claimOnce(key, expires) {
      return (await store.command("SET", counterKey(store, "claim", key), "1", "NX", "PX", toTtl(expires))) === "OK"
    },
    async releaseOnce(key) {
      await store.command("DEL", counterKey(store, "claim", key))
    },
    async increment(key, expires) {
      return Number(await store.script(INCREMENT, [counterKey(store, "count", key)], [toTtl(expires)]))
    },
    async decrement(key) {
      await store.script(DECREMENT, [counterKey(store, "count", key)], [])
    },
  }
}

/** Deletes all tokens of an address, for its links and its codes. */
export async function deleteTokensFor(store: Store, address: string): Promise<void> {
  if (isKey("identifier", address)) await store.script(VOID_TOKENS, [tokenListKey(store, address)], ["", "0"])
}

// Each address has one list, which also contains its codes
function tokenListKey(store: Store, identifier: string): string {
  return store.key("tokens", identifierAddress(identifier))
}

function counterKey(store: Store, kind: string, key: string): string {
  requireKeys({ key }, ["key"])
  return store.key(kind, key)
}

// One minute longer, because the clocks of Redis and the app may differ
function toTtl(expires: Date): string {
  requireExpiry({ expires })
  return String(Math.max(0, expires.getTime() - Date.now()) + 60_000)
}
