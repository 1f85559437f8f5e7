import { expect, test, vi } from "vitest"
import type { Adapter } from "../adapters/contract.ts"
import { MemoryAdapter } from "../adapters/memory.ts"
import { adapterFindings } from "./adapter-findings.ts"
import { temporaryApp } from "./app.fixture.ts"
import { doctorCommand } from "./doctor.ts"

const configWith = (adapter: string) => `export const config = {
  secret: "dK3o9Qp1zX7uWc5eRt2yUi8oPa4sDf6g",
  adapter: ${adapter},
  session: { strategy: "jwt" },
  providers: [{ id: "c", name: "C", type: "credentials", credentials: {}, authorize: () => null }],
}`

const missing = `{
  getUser: () => null,
  getSessionAndUser: async () => { throw new Error("Failed query: select …", { cause: new Error("no such table: auth_sessions") }) },
}`

test.each([
  ["an adapter whose tables it can read", "{ getUser: () => null }", /✓ The adapter reads its tables\./, 0],
  [
    "a missing table",
    missing,
    /✗ The adapter's `getSessionAndUser` failed: no such table: auth_sessions\. If tables/,
    1,
  ],
])("doctor reads the database through the configuration's adapter: %s", async (_, adapter, said, code) => {
  await using app = await temporaryApp([], { "auth.config.mjs": configWith(adapter) })
  vi.stubEnv("AUTH_URL", "https://acme.test") // the command sets it too, for the app's module
  const env = { AUTH_URL: "https://acme.test", NODE_ENV: "production" }
  expect(await doctorCommand(["auth.config.mjs"], { ...app.environment, env })).toBe(code)
  vi.unstubAllEnvs()
  expect(app.output.out).toMatch(said)
})

test("doctor changes no row, and doesn't wait for a database that never responds", async () => {
  const adapter = MemoryAdapter()
  const providers = new Map()
  expect(await adapterFindings({ adapter, providers })).toEqual([
    { kind: "good", text: "The adapter reads its tables." },
  ])
  expect(await adapter.deleteExpired(new Date("2100-01-01"))).toBe(0)
  const stuck: Adapter = { getUser: () => new Promise<never>(() => undefined) }
  const [found] = await adapterFindings({ adapter: stuck, providers }, 10)
  expect(found).toMatchObject({ kind: "problem", text: expect.stringContaining("didn't respond within 0.01 seconds") })
})

test("doctor asks for the table of passkeys if the app may need it: an app of Auth.js without passkeys has none", async () => {
  const adapter: Adapter = { getAuthenticator: () => Promise.reject(new Error("no such table: authenticator")) }
  const passkey = new Map([["passkey", { id: "passkey", name: "Passkey", type: "webauthn" as const }]])
  const kinds = async (settings: Parameters<typeof adapterFindings>[0]) =>
    (await adapterFindings(settings)).map(({ kind }) => kind)
  expect(await kinds({ adapter, providers: new Map() })).toEqual(["good"])
  expect(await kinds({ adapter, providers: passkey })).toEqual(["problem"])
  expect(await kinds({ adapter: { ...adapter, getAccountRecord: () => null }, providers: new Map() })).toEqual([
    "problem",
  ])
})
