import { expect, test } from "vitest"
import { errorParam, signedInName } from "../../testing/oauth-service.ts"
import { softAuthenticator } from "../../testing/authenticator.ts"
import { ADA, passkeyService } from "../../testing/passkey-service.ts"

test("a passkey whose password manager reports since an update that it can be backed up signs in", async () => {
  const service = await passkeyService()
  const authenticator = softAuthenticator({ bound: true })
  const ada = service.browser()
  await service.enter(ada, ADA)
  await service.register(ada, authenticator)
  const { id = "" } = (await service.adapter.getUserByEmail("ada@app.test")) ?? {}
  const typeNow = async () => (await service.adapter.listAuthenticatorsByUserId(id))[0]?.credentialDeviceType
  expect(await typeNow()).toBe("singleDevice")
  const browser = service.browser()
  expect(errorParam(await service.signIn(browser, authenticator, { flags: 0x1d }))).toBeNull()
  expect(await signedInName(browser)).not.toBeNull()
  expect(await typeNow()).toBe("multiDevice")
  // From now on it must stay so
  const later = service.browser()
  expect(errorParam(await service.signIn(later, authenticator, { flags: 0x05 }))).not.toBeNull()
})
