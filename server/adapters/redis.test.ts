import * as vitest from "vitest"
import { MemoryAdapter } from "./memory.ts"
import { RedisAdapter, type RedisAdapterOptions } from "./redis.ts"

const PREFIX = "{app}:"
const WAYS: Readonly<Record<string, RedisAdapterOptions>> = {
  alone: { prefix: PREFIX },
  "in front of another adapter": { prefix: PREFIX, users: MemoryAdapter() },
}

vitest.test.each(Object.entries(WAYS))(
  "%s, Redis gets only keys with the prefix, so that a cluster finds them in one slot",
  async (_, options) => {
    const keys: string[] = []
    const client = {
      async sendCommand([name, , count, ...words]: string[]): Promise<unknown> {
        if (name !== "EVALSHA") return "the script's hash"
        keys.push(...words.slice(0, Number(count)))
        return 1
      },
    }
    const adapter = RedisAdapter(client, options)
    const expires = new Date("2031-01-01")
    await adapter.createSession?.({ sessionToken: "a-token", userId: "ada", expires })
    await adapter.createVerificationToken?.({ identifier: "ada@app.test", token: "a-hash", expires })
    vitest.expect(keys).toContain(`${PREFIX}session:a-token`)
    vitest.expect(keys.filter((key) => !key.startsWith(PREFIX))).toEqual([])
  },
)

vitest.test.each(["not JSON, but a secret", '"a secret in JSON"'])(
  "an error about a row of another program doesn't quote it: %s",
  async (text) => {
    const adapter = RedisAdapter({ sendCommand: async () => `\n${text}` })
    await vitest
      .expect(async () => adapter.getUser?.("ada"))
      .rejects.toThrow(/^The column record needs a JSON object, .* else$/)
  },
)
