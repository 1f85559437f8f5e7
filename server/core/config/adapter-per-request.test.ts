import { expect, test } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import type { Adapter } from "../../adapters/contract.ts"
import { createAuth } from "../../service/auth.ts"
import { passwordConfig } from "../../test-kit/password-service.ts"

/** An adapter without transactions, such as one of Auth.js. */
function plainAdapter(): Adapter {
  const { transaction: _, ...adapter } = MemoryAdapter()
  return adapter
}

/** Sends requests to a configuration that is a function, and returns the warnings. */
async function collectWarnings(adapterFor: (turn: number) => Adapter, NODE_ENV = "development"): Promise<string[]> {
  const warnings: string[] = []
  const logger = { warn: (code: string) => void warnings.push(code) }
  const state = { turn: 0 }
  const config = () => passwordConfig({ logger, adapter: adapterFor(state.turn++), session: { strategy: "jwt" } })
  const auth = createAuth(config, { env: { NODE_ENV, AUTH_URL: "https://app.test" } })
  for (let request = 0; request < 12; request++) await auth.handle(new Request("https://app.test/auth/session"))
  return warnings.filter((code) => code === "adapter-per-request")
}

test("warns once in development about a configuration that creates an adapter for each request", async () => {
  expect(await collectWarnings(plainAdapter)).toEqual(["adapter-per-request"])
  expect(await collectWarnings(plainAdapter, "production")).toEqual([])
})

test("doesn't warn about one adapter, one for each tenant, or adapters with transactions", async () => {
  const one = plainAdapter()
  expect(await collectWarnings(() => one)).toEqual([])
  const tenants = [plainAdapter(), plainAdapter(), plainAdapter()]
  expect(await collectWarnings((turn) => tenants[turn % 3] ?? one)).toEqual([])
  expect(await collectWarnings(() => MemoryAdapter())).toEqual([])
})
