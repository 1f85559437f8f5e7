import { describe, expect, test } from "vitest"
import { softAuthenticator } from "../../test-kit/authenticator.ts"
import type { RequestHandler } from "../../testing/cookie-client.ts"
import { ADA, passkeyService } from "../../test-kit/passkey-service.ts"
import { pauseService } from "../../test-kit/pause-service.ts"

/** The requests of a new browser's page while its form is being sent. */
const EARLY = ["/csrf", "/webauthn-options/passkey?action=authenticate", "/signin"]

/** Lets the response of an early request arrive late, so that its cookies replace those of the sign-in. */
async function arriveLate(service: { auth: RequestHandler }, paths: readonly string[]) {
  return Promise.all(paths.map((path) => service.auth.handle(new Request(`https://app.test/auth${path}`))))
}

describe("responses to a new browser's early requests arrive after the sign-in has started", () => {
  test("the provider's callback still signs in", async () => {
    const service = await passkeyService()
    const early = await arriveLate(service, EARLY)
    const browser = service.browser()
    const callback = await service.start(browser, ADA)
    for (const response of early) browser.receive(response)
    await browser.get(callback)
    expect(await (await browser.get("/session")).json()).toMatchObject({ user: { email: ADA.email } })
  })

  test("a paused sign-in still goes on", async () => {
    const service = await pauseService()
    const early = await arriveLate(service, ["/csrf", "/signin"])
    const browser = service.browser()
    await service.prove(browser, "credentials")
    for (const response of early) browser.receive(response)
    const { step } = await service.auth.openStep(browser.request("/terms"))
    expect(step?.fields.attempt).toMatch(/./)
  })

  test("a passkey still signs in", async () => {
    const service = await passkeyService()
    const owner = service.browser()
    const authenticator = softAuthenticator()
    await service.enter(owner, ADA)
    await service.register(owner, authenticator)
    const browser = service.browser()
    const early = await arriveLate(service, ["/csrf", "/signin"])
    const ceremony = await service.ask(browser, "authenticate")
    for (const response of early) browser.receive(response)
    await service.post(browser, "authenticate", authenticator.get(ceremony))
    expect(await (await browser.get("/session")).json()).toMatchObject({ user: { email: ADA.email } })
  })
})
