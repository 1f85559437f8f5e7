/** A client of node-redis (`redis`) or of `ioredis`. */
export type RedisClient =
  | { sendCommand(command: string[]): PromiseLike<unknown> }
  | { call(command: string, ...parameters: string[]): PromiseLike<unknown> }

/** Redis as the adapter uses it. */
export interface Store {
  command(...words: readonly string[]): Promise<unknown>
  /** Runs a script: whatever it does, nobody else's command comes between. */
  script(lua: string, keys: readonly string[], values?: readonly string[]): Promise<unknown>
  /** A key's name. Its parts are encoded: none of them can hold the separator. */
  key(kind: string, ...parts: readonly string[]): string
}

/** A store on `client`, with `prefix` before each key. */
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
        // A server that was restarted has forgotten its scripts; with EVAL it learns it again
        if (!String(error).includes("NOSCRIPT")) throw error
        return command("EVAL", lua, ...words)
      }
    },
  }
}

async function runCommand(client: RedisClient, words: readonly string[]): Promise<unknown> {
  // Both have sendCommand, and ioredis means something else by it
  if ("call" in client && typeof client.call === "function") {
    const [name = "", ...parameters] = words
    return client.call(name, ...parameters)
  }
  if ("sendCommand" in client) return client.sendCommand([...words])
  throw new TypeError("The client is neither node-redis nor ioredis: it has no sendCommand and no call")
}

/** A record: what scripts need to know of it (the key part of its owner, say), and the row. */
export function encodeRecord(head: string, row: object): string {
  return `${head}\n${JSON.stringify(row)}`
}

/** The row of a record; null where there is none. */
export function decodeRecord<Row>(record: unknown): Row | null {
  if (typeof record !== "string") return null
  // We wrote it
  return JSON.parse(record.slice(record.indexOf("\n") + 1)) as Row
}

const COMPARE_AND_SET = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'KEEPTTL')
return 1`

/**
 * Changes a record that may be changed by others meanwhile: `change` is asked again until nobody was. Null where there
 * is no record, or `change` says so.
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
