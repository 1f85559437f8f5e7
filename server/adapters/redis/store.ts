import { parseStoredObject } from "../core/rows.ts"
/** A client of node-redis (`redis`) or of `ioredis`. */
export type RedisClient =
  | { sendCommand(command: string[]): PromiseLike<unknown> }
  | { call(command: string, ...parameters: string[]): PromiseLike<unknown> }

/** Redis in the form that the adapter uses. */
export interface Store {
  command(...words: readonly string[]): Promise<unknown>
  /** Runs a Lua script atomically: no other command runs in between. */
  script(lua: string, keys: readonly string[], values?: readonly string[]): Promise<unknown>
  /** Returns a key's name. Its parts are encoded, so none of them contains the separator. */
  key(kind: string, ...parts: readonly string[]): string
}

/** Creates a store on `client`, with `prefix` before each key. */
export function createStore(client: RedisClient, prefix: string): Store {
  const command = (...words: readonly string[]): Promise<unknown> => runCommand(client, words)
  const loaded = new Map<string, Promise<string>>()
  const load = (lua: string): Promise<string> => {
    const scriptHash = loaded.get(lua) ?? command("SCRIPT", "LOAD", lua).then(String)
    loaded.set(lua, scriptHash)
    return scriptHash
  }
  return {
    command,
    key: (kind, ...parts) => `${prefix}${kind}:${parts.map(encodeURIComponent).join(":")}`,
    async script(lua, keys, values = []) {
      const words = [String(keys.length), ...keys, ...values]
      try {
        return await command("EVALSHA", await load(lua), ...words)
      } catch (error) {
        loaded.delete(lua)
        // A restarted server has lost its scripts. EVAL loads the script again
        if (!String(error).includes("NOSCRIPT")) throw error
        return command("EVAL", lua, ...words)
      }
    },
  }
}

async function runCommand(client: RedisClient, words: readonly string[]): Promise<unknown> {
  // Both clients have sendCommand, with different meanings
  if ("call" in client) {
    const [name = "", ...parameters] = words
    return client.call(name, ...parameters)
  }
  return client.sendCommand([...words])
}

/** Encodes a record: what scripts read (such as its owner's key), then the row. */
export function encodeRecord(head: string, row: object): string {
  return `${head}\n${JSON.stringify(row)}`
}

/** Returns the row of a record, or `null` if there is no record. */
export function decodeRecord<Row>(record: unknown): Row | null {
  if (typeof record !== "string") return null
  return parseStoredObject("record", record.slice(record.indexOf("\n") + 1)) as Row // what Latchkit wrote
}

const COMPARE_AND_SET = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'KEEPTTL')
return 1`

/**
 * Changes a record. Calls `change` again if another writer changed the record meanwhile. Returns `null` if the record
 * doesn't exist or `change` returns `null`.
 */
export async function updateRecord(
  store: Store,
  key: string,
  change: (record: string) => string | null,
): Promise<string | null> {
  for (;;) {
    const before = await store.command("GET", key)
    if (typeof before !== "string") return null
    const after = change(before)
    if (after === null) return null
    if ((await store.script(COMPARE_AND_SET, [key], [before, after])) === 1) return after
  }
}
