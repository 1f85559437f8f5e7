import { expect, test, vi } from "vitest"
import { createAuth, type AuthConfig } from "../../index.ts"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { GitHub, Nodemailer, Password } from "../../providers/index.ts"

const GITHUB = GitHub({ clientId: "id", clientSecret: "secret" })

/** Returns what an app with these mistakes logs at its start. */
async function logged(config: Partial<AuthConfig>, env: Record<string, string> = {}) {
  const [error, warn] = [vi.fn<(error: Error) => void>(), vi.fn()]
  const logger = { error, warn, debug: vi.fn() }
  const auth = createAuth(
    { secret: "s".repeat(32), providers: [GITHUB], rateLimit: false, logger, ...config },
    { env: { AUTH_URL: "https://acme.test", NODE_ENV: "production", ...env } },
  )
  await auth.handle(new Request("https://acme.test/auth/csrf"))
  return { errors: error.mock.calls.map(([thrown]) => thrown.message), warnings: warn.mock.calls.flat() }
}

class Database {
  query = () => []
}

test("a database in place of its adapter is named by its class", async () => {
  const { errors } = await logged({ adapter: new Database() as never }) // an app without types
  expect(errors[0]).toMatch(/^`adapter` is an object of the class Database\. Pass your database to an adapter/)
})

test("Password() names what its email provider lacks", async () => {
  const providers = [Password(), Nodemailer({ server: undefined, from: "hello@acme.test" })]
  const { errors } = await logged({ adapter: MemoryAdapter(), providers })
  expect(errors[0]).toMatch(/^`Password\(\)` needs an email provider .* `Nodemailer` has no `server`/)
})

test.each<[string, Partial<AuthConfig>, Record<string, string>, string[]]>([
  ["30 days in milliseconds", { session: { maxAge: 2_592_000_000 } }, {}, ["long-session"]],
  ["a year", { session: { maxAge: 31_536_000 } }, {}, []],
  ["http in production", {}, { AUTH_URL: "http://acme.test" }, ["insecure-site"]],
  ["http in development", {}, { AUTH_URL: "http://acme.test", NODE_ENV: "development" }, []],
  ["http on this machine", {}, { AUTH_URL: "http://localhost:3000" }, []],
])("%s is reported if it is rarely meant", async (_, config, env, codes) => {
  expect((await logged(config, env)).warnings).toEqual(codes)
})

test.each<[string, unknown]>([
  ["undefined", undefined],
  ["a string", "/"],
  ["an object of the class Headers", new Headers()],
])("a handler and a helper name %s in place of a request", async (shown, given) => {
  const auth = createAuth({ secret: "s".repeat(32), providers: [GITHUB] })
  const request = given as Request // an app without types
  await expect(auth.handle(request)).rejects.toThrow(`\`handle\` got ${shown}. Pass a web \`Request\``)
  await expect(auth.getSession(request)).rejects.toThrow(`A helper of Latchkit got ${shown}. Pass the \`Request\``)
})

test("the handler says how to pass a request of Node", async () => {
  class IncomingMessage {
    url = "/auth/signin"
    headers = { host: "localhost:3000" }
  }
  const auth = createAuth({ secret: "s".repeat(32), providers: [GITHUB] })
  const handled = auth.handle(new IncomingMessage() as never) // an app without types
  await expect(handled).rejects.toThrow(/`handle` got an object of the class IncomingMessage\. .*toNodeHandler\(auth\)/)
})
