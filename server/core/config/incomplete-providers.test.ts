import { expect, test, vi } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { createAuth } from "../../service/auth.ts"
import { authjs } from "../../migrate/authjs/index.ts"
import { Discord, GitHub, Google, Keycloak } from "../../providers/index.ts"
import { Passkey } from "../../providers/passkey.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import type { AuthConfig } from "../../service/config.ts"

function serviceWith(config: AuthConfig, env: Record<string, string>) {
  const [error, warn] = [vi.fn<(error: Error) => void>(), vi.fn()]
  const auth = createAuth({ secret: "s".repeat(32), logger: { error, warn }, ...config }, { env })
  return { browser: cookieClient(auth), warn, logged: () => error.mock.calls.map(([{ message }]) => message) }
}

test.each([
  ["without a site URL", {}, { AUTH_TRUST_HOST: "true" }, "needs AUTH_URL, because passkeys are bound to one domain"],
  [
    "on a preview of another domain",
    { relyingParty: { id: "acme.test" } },
    { AUTH_URL: "https://preview.test/auth" },
    'has the `relyingParty.id` "acme.test", which isn\'t a domain of https://preview.test',
  ],
])("leaves passkeys out %s in production, and everything else works", async (_, options, env, problem) => {
  const { browser, logged, warn } = serviceWith(
    {
      ...authjs(),
      basePath: "/auth",
      experimental: { enableWebAuthn: true },
      providers: [Passkey(options), GitHub({ clientId: "id", clientSecret: "secret" })],
      adapter: MemoryAdapter(),
    },
    { NODE_ENV: "production", ...env },
  )
  expect(logged()).toEqual([`The provider "passkey" ${problem}. Latchkit leaves it out`])
  expect(warn).not.toHaveBeenCalledWith("experimental-webauthn") // the preset needs the flag
  expect(Object.keys((await (await browser.get("/providers")).json()) as object)).toEqual(["github"])
  expect((await browser.get("/signin")).status).toBe(200)
  expect((await browser.get("/session")).status).toBe(200)
  expect((await browser.get("/webauthn-options")).status).toBe(404)
})

test("names all providers without a client id in one line", () => {
  const { logged } = serviceWith(
    { providers: [GitHub, Google, Discord, Keycloak] },
    { AUTH_URL: "https://app.test/auth", AUTH_GITHUB_ID: "id", AUTH_GITHUB_SECRET: "s", DISCORD_CLIENT_ID: "id" },
  )
  const rename = "`DISCORD_CLIENT_ID` is set: rename it to AUTH_DISCORD_ID"
  expect(logged()).toEqual([
    `3 providers have no \`clientId\`: google (set AUTH_GOOGLE_ID), discord (${rename}), keycloak (set AUTH_KEYCLOAK_ID). Latchkit leaves them out`,
  ])
})
