import { describe, expect, test, vi } from "vitest"
import { passwordConfig, ADA } from "../testing/password-service.ts"
import { createAuth } from "../auth.ts"
import { signInByForm, signOutByForm } from "./forms.ts"

const acme = { id: "acme", name: "Acme", type: "oidc", issuer: "https://acme.test", clientId: "client" } as const
const authorize = vi.fn(() => ({ id: "1" }))
const { providers, ...rest } = passwordConfig()
const password = { ...providers[0], authorize } as (typeof providers)[number]
const auth = createAuth({ ...rest, providers: [password, acme] }, { env: { AUTH_URL: "https://app.test/auth" } })
const request = { headers: { host: "app.test" } }
const nothing = { authorizationParams: [], options: [], providerId: [], redirectTo: [] }
const LONG = `/${"a".repeat(10_000)}`

describe("a form that asks for what cannot be is answered, and nothing else runs", () => {
  test.each([["//evil.test"], ["https://evil.test/"], ["javascript:alert(1)"], ["/\\evil.test"], [LONG]])(
    "attack 27: redirectTo %.30s",
    async (redirectTo) => {
      authorize.mockClear()
      const refused = { failed: true, formErrors: [] }
      const fieldErrors = { redirectTo: ["Expected an address of this site"] }
      const form = { providerId: "credentials", redirectTo, ...ADA }
      expect(await signInByForm(auth, request, form)).toEqual({
        ...refused,
        fieldErrors: { ...nothing, ...fieldErrors },
      })
      expect(await signOutByForm(auth, request, form)).toEqual({ ...refused, fieldErrors })
      expect(authorize).not.toHaveBeenCalled()
    },
  )

  test.each([["redirect_uri"], ["state"], ["scope"], ["client_id"]])(
    "attack 66: authorizationParams-%s",
    async (name) => {
      const answer = await signInByForm(auth, request, { providerId: "acme", [`authorizationParams-${name}`]: "evil" })
      const fieldErrors = { ...nothing, authorizationParams: [expect.stringContaining(name)] }
      expect(answer).toEqual({ failed: true, fieldErrors, formErrors: [] })
    },
  )

  test.each([["../signout"], ["credentials?redirect_uri=x"], ["credentials/../../session"], ["acme#"], ["__proto__"]])(
    "attack 266: providerId %s",
    async (providerId) => {
      const fieldErrors = { ...nothing, providerId: ["Expected the id of a provider"] }
      expect(await signInByForm(auth, request, { providerId, ...ADA })).toEqual({
        failed: true,
        fieldErrors,
        formErrors: [],
      })
    },
  )

  test("while a path and an address of the site are taken", async () => {
    for (const redirectTo of ["/journal", "https://app.test/journal"]) {
      const answer = await signInByForm(auth, request, { providerId: "credentials", redirectTo, ...ADA })
      expect(answer).toMatchObject({ url: "https://app.test/journal" })
      expect(await signOutByForm(auth, request, { redirectTo })).toMatchObject({ url: "https://app.test/journal" })
    }
  })
})
