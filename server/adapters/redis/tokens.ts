import type { TokenOperations, VerificationToken } from "../contract.ts"
import { AdapterConflict, hasKeys, isKey, requireExpiry, requireKeys } from "../values.ts"
import { DISOWN, OWN } from "./owned.ts"
import { opened, sealed, type Store } from "./store.ts"

const KEYS = ["identifier", "token"] as const

const VOID = `
for _, key in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do redis.call('DEL', key) end
redis.call('DEL', KEYS[1])`

const COUNT = `
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return count`

/** The operations on what works once or for a while; Redis itself removes what has ended. */
export function tokens(store: Store): Omit<TokenOperations, "deleteExpired"> {
  const keysOf = ({ identifier, token }: Pick<VerificationToken, "identifier" | "token">): string[] => [
    store.key("token", identifier, token),
    store.key("tokens", identifier),
  ]
  return {
    async createVerificationToken(row) {
      requireKeys(row, KEYS)
      requireExpiry(row)
      const [key = "", list = ""] = keysOf(row)
      const { identifier, token, expires } = row
      const values = [sealed("", { identifier, token, expires }), String(expires.getTime()), "0"]
      if ((await store.script(OWN, [key, "", list], values)) !== 1) throw new AdapterConflict("The token is taken")
      return row
    },
    async useVerificationToken(key) {
      if (!hasKeys(key, KEYS)) return null
      const row = opened<VerificationToken>(await store.script(DISOWN, keysOf(key)))
      return row && { ...row, expires: new Date(row.expires) }
    },
    async deleteVerificationTokens(identifier) {
      if (isKey("identifier", identifier)) await store.script(VOID, [store.key("tokens", identifier)])
    },
    async claimOnce(key, expires) {
      return (await store.command("SET", counterKey(store, "claim", key), "1", "NX", "PX", lifetime(expires))) === "OK"
    },
    async releaseOnce(key) {
      await store.command("DEL", counterKey(store, "claim", key))
    },
    async increment(key, expires) {
      return Number(await store.script(COUNT, [counterKey(store, "count", key)], [lifetime(expires)]))
    },
  }
}

function counterKey(store: Store, kind: string, key: string): string {
  requireKeys({ key }, ["key"])
  return store.key(kind, key)
}

// A minute more than needed: the clocks of Redis and of the service need not agree to the second
function lifetime(expires: Date): string {
  requireExpiry({ expires })
  return String(Math.max(0, expires.getTime() - Date.now()) + 60_000)
}
