import { describe, expect, test } from "vitest"
import { createAuth } from "../../service/auth.ts"
import type { AuthConfig } from "../../service/config.ts"
import { createSettings } from "../../service/features.ts"

/** Creates the settings of an app without types, whose values may come from its environment. */
const settings = (config: object) => createSettings({ providers: [], ...config } as AuthConfig, { env: {} })

describe.each(["false", "", "no", 1, {}])("an option that is %j isn't turned on (threat 645)", (value) => {
  test("by `secondFactor.emailCode` or `session.bearer`", () => {
    expect(settings({ secondFactor: { emailCode: value } }).secondFactor?.emailCode).toBe(false)
    expect(settings({ session: { bearer: value } }).session.bearer).toBe(false)
  })

  test("by `trustHost`", async () => {
    const config = { providers: [], secret: "s".repeat(32), trustHost: value, logger: { error: () => undefined } }
    const auth = createAuth(config as unknown as AuthConfig, { env: { NODE_ENV: "production" } })
    const request = new Request("https://evil.test/auth/session", { headers: { host: "evil.test" } })
    expect((await auth.handle(request)).status).toBe(500)
  })
})

test.each(["false", "", 0])("`secondFactor.trustDevice` that is %j trusts no device (threat 645)", (trustDevice) => {
  expect(settings({ secondFactor: { trustDevice } }).secondFactor?.trustMaxAge).toBeUndefined()
})

test("`trustHost` may be a text, as in an environment variable", async () => {
  const config = { providers: [], secret: "s".repeat(32), trustHost: "true" } as unknown as AuthConfig
  const auth = createAuth(config, { env: { NODE_ENV: "production", AUTH_TRUSTED_PROXIES: "1" } })
  const request = new Request("https://app.test/auth/session", { headers: { host: "app.test" } })
  expect((await auth.handle(request)).status).toBe(200)
})
