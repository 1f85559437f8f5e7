import { expect, test } from "vitest"
import { errorParam, signedInName } from "../../test-kit/oauth-service.ts"
import { softAuthenticator } from "../../test-kit/authenticator.ts"
import { ADA, passkeyService } from "../../test-kit/passkey-service.ts"

test("a passkey signs in whether its password manager reports that it can be backed up or not, as before an update", async () => {
  const service = await passkeyService()
  const authenticator = softAuthenticator({ bound: true })
  const ada = service.browser()
  await service.enter(ada, ADA)
  await service.register(ada, authenticator)
  for (const flags of [0x1d, 0x05, 0x0d]) {
    const browser = service.browser()
    expect(errorParam(await service.signIn(browser, authenticator, { flags }))).toBeNull()
    expect(await signedInName(browser)).not.toBeNull()
  }
})
