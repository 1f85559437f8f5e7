import { expect, test, vi } from "vitest"
import type { AuthConfig } from "../../service/config.ts"
import { oauthService, signedInName } from "../../test-kit/oauth-service.ts"
import { authjs } from "../authjs/index.ts"

const ada = { sub: "s-1", email: "ada@example.com", email_verified: true, name: "Ada" }

async function signedIn(preset: Partial<AuthConfig>) {
  const callback = vi.fn<NonNullable<NonNullable<AuthConfig["callbacks"]>["signIn"]>>(() => true)
  const service = await oauthService({ ...preset, callbacks: { signIn: callback } })
  const browser = service.browser()
  await service.enter(browser, ada)
  expect(await signedInName(browser)).toBe(ada.email)
  const stored = await service.adapter.getAccount("s-1", "acme")
  return { seen: callback.mock.calls[0]?.[0].account?.type, stored: stored?.type }
}

test("an account of an OpenID provider has the type `oauth` under the preset for version 4, as in next-auth 4", async () => {
  expect(await signedIn(authjs({ version: 4 }))).toEqual({ seen: "oauth", stored: "oauth" })
  expect(await signedIn(authjs())).toEqual({ seen: "oidc", stored: "oidc" })
  expect(await signedIn({})).toEqual({ seen: "oidc", stored: "oidc" })
})
