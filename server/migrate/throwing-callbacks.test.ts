import { describe, expect, test } from "vitest"
import type { AuthConfig } from "../config/types.ts"
import { cookieClient } from "../testing/cookie-client.ts"
import { signedInName } from "../testing/oauth-service.ts"
import { ADA, passwordService } from "../testing/password-service.ts"
import { authjs } from "./authjs/index.ts"

const SESSION = "__Secure-authjs.session-token"
const gone = () => {
  throw new Error("This user was deleted")
}

/** Signs Ada in, and then moves her to a site whose callback throws. */
async function visit(callbacks: NonNullable<AuthConfig["callbacks"]>, config: Partial<AuthConfig> = authjs()) {
  const logged: Error[] = []
  const logger = { error: (error: Error) => void logged.push(error), warn: () => undefined, debug: () => undefined }
  const before = cookieClient(passwordService(config))
  await before.signInWith("credentials", ADA)
  expect(await signedInName(before)).toBe("ada@example.com")
  const ada = cookieClient(passwordService({ ...config, callbacks, logger }), before.jar)
  return { ada, logged, response: await ada.get("/session") }
}

describe.each([
  ["jwt", { jwt: gone }],
  ["session", { session: gone }],
])("under the preset, a `%s` callback that throws", (_, callbacks) => {
  test("signs the user out, as in Auth.js, and the error is logged", async () => {
    const { ada, logged, response } = await visit(callbacks)
    expect(response.status).toBe(200)
    expect(await response.json()).toBeNull()
    expect(ada.cookie(SESSION)?.value ?? "").toBe("")
    expect(logged.map(({ message }) => message)).toContain("This user was deleted")
  })
})

test("without a preset the cookie stays, and the error is reported", async () => {
  const { ada, response } = await visit({ jwt: gone }, {})
  expect(response.status).toBe(503)
  expect(ada.cookie("__Host-latchkit.session-token")?.value).toBeTruthy()
})

test("under the preset, `authorize` gets fields that it doesn't declare, also those with names of Latchkit's forms", async () => {
  const seen: unknown[] = []
  const provider = {
    id: "credentials",
    name: "Password",
    type: "credentials" as const,
    credentials: { username: {}, password: {} },
    authorize: (fields: object) => {
      seen.push(fields)
      return { id: "1", name: "Ada" }
    },
  }
  const fields = { ...ADA, otp: "123456", remember: "true", options: "x" }
  for (const config of [authjs(), {}]) {
    const ada = cookieClient(passwordService({ ...config, providers: [provider] }))
    await ada.signInWith("credentials", fields)
  }
  expect(seen).toEqual([fields, ADA])
})
