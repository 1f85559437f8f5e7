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

/** Returns Redis through `client`, with `prefix` before each key. */
export function connect(client: RedisClient, prefix: string): Store {
  const command = async (...words: readonly string[]): Promise<unknown> => {
    // Both clients have sendCommand, with different meanings
    if (!("call" in client)) return client.sendCommand([...words])
    const [name = "", ...parameters] = words
    return client.call(name, ...parameters)
  }
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
