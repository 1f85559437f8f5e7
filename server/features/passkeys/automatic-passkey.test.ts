import { describe, expect, test } from "vitest"
import type { AuthConfig } from "../../service/config.ts"
import type { AccountEmail, EmailConfig } from "../../providers/types.ts"
import { softAuthenticator } from "../../test-kit/authenticator.ts"
import { errorParam, signedInName, type Browser } from "../../test-kit/oauth-service.ts"
import { ADA, EVE, passkeyService } from "../../test-kit/passkey-service.ts"

const OPTIONS = "/webauthn-options/passkey?action=register&mediation=conditional"
/** Neither presence nor verification of the user, as when the browser creates a passkey by itself. */
const UNSEEN = { flags: 0x58 }

interface Asked {
  options?: never
  error?: string
}

async function createService(config: Omit<Partial<AuthConfig>, "adapter"> = {}) {
  const emails: AccountEmail[] = []
  const email: EmailConfig = {
    ...{ id: "email", name: "Email", type: "email", sendVerificationRequest: () => undefined },
    sendAccountEmail: (sent) => void emails.push(sent),
  }
  const service = await passkeyService({ providers: [email], ...config })
  const ask = async (browser: Browser) => (await (await browser.get(OPTIONS)).json()) as Asked // the shape of the response
  const upgrade = async (browser: Browser, device = softAuthenticator()) => {
    const { options } = await ask(browser)
    return service.post(browser, "register", device.create(options ?? expect.fail("no options"), UNSEEN))
  }
  return { ...service, emails, ask, upgrade }
}

describe("a passkey that the browser makes by itself (threat 527)", () => {
  test("counts as no factor until the user verifies with it", async () => {
    const { browser, enter, upgrade, signIn, auth } = await createService()
    const [ada, device] = [browser(), softAuthenticator()]
    await enter(ada, ADA)
    expect(errorParam(await upgrade(ada, device))).toBeNull()
    const strongest = { factors: 2, phishingResistant: true } as const
    await expect(auth.require(ada.request("/keys"), strongest)).rejects.toMatchObject({ type: "StepUpRequired" })
    const later = browser()
    await signIn(later, device)
    expect(await auth.require(later.request("/keys"), strongest)).toMatchObject({ user: { email: ADA.email } })
  })

  test("is reported to the owner by email", async () => {
    const { browser, enter, upgrade, emails } = await createService()
    const ada = browser()
    await enter(ada, ADA)
    expect(emails).toEqual([])
    await upgrade(ada)
    await expect.poll(() => emails.map(({ identifier }) => identifier)).toEqual([ADA.email])
  })

  test("isn't offered while a step is open", async () => {
    const steps = [{ id: "terms", url: "/terms", needed: () => true }]
    const { browser, enter, ask } = await createService({ steps })
    const ada = browser()
    expect((await enter(ada, ADA)).headers.get("location")).toBe("https://app.test/terms")
    expect(await ask(ada)).toEqual({ error: "SessionRequired" })
  })

  test("isn't made for a user whom an administrator acts as", async () => {
    const { browser, enter, ask, auth, adapter, post } = await createService({
      account: { administration: true },
      callbacks: { impersonate: ({ user }) => user.email === EVE.email },
    })
    const [ada, eve] = [browser(), browser()]
    await enter(eve, EVE)
    await enter(ada, ADA)
    const { options } = await ask(ada)
    const id = (await adapter.getUserByEmail(EVE.email))?.id ?? ""
    const { cookies } = await auth.users.impersonate(id, ada.request("/admin"))
    ada.receive(new Response(null, { headers: cookies.map((cookie) => ["set-cookie", cookie]) }))
    expect(await signedInName(ada)).toBe(EVE.email)
    expect((await ada.get(OPTIONS)).status).toBe(403)
    await post(ada, "register", softAuthenticator().create(options ?? expect.fail("no options"), UNSEEN))
    expect(await adapter.listAuthenticatorsByUserId(id)).toEqual([])
  })
})
