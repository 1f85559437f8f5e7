import { expect, test, vi } from "vitest"
import { oauthService } from "../../test-kit/oauth-service.ts"

const ada = { sub: "ada", email: "ada@example.com", name: "Ada", email_verified: true }

test("keeps all authorization details of a token response, also one without a type", async () => {
  const details = [
    { type: "payment", actions: ["read"] },
    { actions: ["write"], own: { deep: [1, null] } },
  ]
  const linkAccount = vi.fn()
  const service = await oauthService({ events: { linkAccount } })
  service.issuer.responses.token = (body) => ({ ...body, authorization_details: details })
  await service.enter(service.browser(), ada)
  expect(linkAccount.mock.calls[0]?.[0].account).toMatchObject({ authorization_details: details })
})
