import { expect, test, vi } from "vitest"
import { temporaryApp } from "./app.fixture.ts"
import { doctorCommand } from "./doctor.ts"

const configWith = (seconds: number) => `
const metadata = {
  issuer: "https://issuer.test",
  authorization_endpoint: "https://issuer.test/authorize",
  token_endpoint: "https://issuer.test/token",
  jwks_uri: "https://issuer.test/keys",
}
const date = () => new Date(Date.now() + ${seconds * 1000}).toUTCString()
export const config = {
  secret: "dK3o9Qp1zX7uWc5eRt2yUi8oPa4sDf6g",
  fetch: async () => Response.json(metadata, { headers: { date: date() } }),
  providers: [{ id: "acme", name: "Acme", type: "oidc", issuer: "https://issuer.test", clientId: "a", clientSecret: "b" }],
}`

test.each([
  [86_400, /✗ This machine's clock is 86\d{3} seconds behind the clock of issuer\.test\./],
  [-40, /✗ This machine's clock is (?:39|4\d) seconds ahead of the clock of issuer\.test\./],
  [-10, /No problems found/],
])("doctor compares the clock with that of a provider that is %i seconds ahead", async (seconds, said) => {
  await using app = await temporaryApp([], { "auth.config.mjs": configWith(seconds) })
  vi.stubEnv("AUTH_URL", "https://acme.test") // the command sets it too, for the app's module
  const env = { AUTH_URL: "https://acme.test", NODE_ENV: "production" }
  const code = await doctorCommand(["auth.config.mjs"], { ...app.environment, env })
  vi.unstubAllEnvs()
  expect(app.output.out).toMatch(said)
  expect(code).toBe(seconds === -10 ? 0 : 1)
})
