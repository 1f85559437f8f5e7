import { expect, test } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import type { AuthConfig } from "../../service/config.ts"
import Passkey from "../../providers/passkey.ts"
import type { EmailConfig } from "../../providers/types.ts"
import { softAuthenticator } from "../../test-kit/authenticator.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { fakeIssuer } from "../../testing/fake-issuer.ts"
import { ACME } from "../../test-kit/oauth-service.ts"
import { GRACE, passwordAccountService, type Browser } from "../../test-kit/password-account-service.ts"
import { createAuth } from "../../service/auth.ts"
import { authjs } from "../../migrate/authjs/index.ts"
import { Password } from "../../providers/password.ts"
import type { AccountDetails } from "../../../client/account-contract.ts"

const WORK = { ...ACME, id: "work", name: "Work" }
const ENV = { AUTH_URL: "https://app.test/auth" }

interface Change {
  providers?: AuthConfig["providers"]
  signIn?: NonNullable<AuthConfig["callbacks"]>["signIn"]
  mail?: Partial<EmailConfig>
  preset?: boolean
}

/** Grace with a password, a passkey and two linked accounts. Then the app changes its configuration. */
async function changedService({ providers, signIn, mail, preset = false }: Change) {
  const adapter = MemoryAdapter()
  const clock = () => Date.UTC(2026, 0, 1)
  const issuer = await fakeIssuer({ clock })
  const config = { ...(preset && authjs()), fetch: issuer.fetch, clock, rateLimit: false } as const
  const service = passwordAccountService({ adapter, config, providers: [ACME, WORK, Passkey()] })
  const { browser, signUp, post } = service
  const from = browser()
  await signUp(from)
  for (const provider of ["acme", "work"]) {
    const started = await post(from, `/signin/${provider}`, {})
    const account = { sub: provider, email: `${provider}@app.test`, email_verified: true }
    await from.get(`/callback/${provider}?${issuer.authorize(started.headers.get("location") ?? "", account)}`)
  }
  if (!preset) {
    // whose passkeys are switched on otherwise
    const key = softAuthenticator()
    const asked = await from.get("/webauthn-options/passkey?action=register")
    const { options } = (await asked.json()) as { options: Parameters<typeof key.create>[0] } // as asked for
    await post(from, "/callback/passkey", { action: "register", data: key.create(options) })
  }
  const email: EmailConfig = {
    ...{ id: "email", name: "Email", type: "email" },
    ...{ sendVerificationRequest: () => undefined, sendAccountEmail: () => undefined },
    ...mail,
  }
  const all: AuthConfig = {
    ...config,
    adapter,
    providers: [Password(), email, ...(providers ?? [ACME, WORK, Passkey()])],
    secret: "s".repeat(32),
    session: { strategy: "jwt" },
    logger: { error: () => undefined, warn: () => undefined },
    ...(signIn && { callbacks: { signIn } }),
  }
  const changed: Browser = cookieClient(createAuth(all, { env: ENV }), from.jar)
  const change = async (fields: Record<string, string>) =>
    (await changed.postJson("/account", { csrfToken: await changed.csrfToken(), ...fields })).status
  const details = (await (await changed.get("/account")).json()) as AccountDetails // its contract
  return { change, details, adapter }
}

const OTHER_DOMAIN = Passkey({ relyingParty: { id: "new.app.test", origin: "https://new.app.test" } })
const NO_SENDER: Partial<EmailConfig> = { sendVerificationRequest: undefined as never } // as a JavaScript app may have it
/** Such a provider sends no email. One without a sender is rejected at the start, except with a preset. */
const INCOMPLETE: Partial<EmailConfig> = { problems: ["No server"] }

test.each<[what: string, change: Change, status: number]>([
  ["every method is as before", {}, 200],
  ["the mailbox is left", { providers: [] }, 200],
  ["a passkey is left", { providers: [Passkey()], mail: INCOMPLETE }, 200],
  ["what is left is an incomplete email provider", { providers: [], mail: INCOMPLETE }, 409],
  [
    "what is left is an email provider of a preset without a sender",
    { providers: [], preset: true, mail: NO_SENDER },
    409,
  ],
  ["what is left is a passkey of another domain", { providers: [OTHER_DOMAIN], mail: INCOMPLETE }, 409],
  ["what is left is a provider that the app denies", { providers: [ACME], mail: INCOMPLETE, signIn: () => false }, 409],
  ["the app leads every sign-in elsewhere", { signIn: () => "/closed" }, 409],
  ["the app's rule fails", { signIn: () => Promise.reject(new Error("down")) }, 409],
  ["the app allows one of them", { signIn: ({ account }) => account?.provider === "acme" }, 200],
])("the password can be removed or not: %s", async (_, change, status) => {
  const service = await changedService(change)
  expect(await service.change({ change: "remove-password" })).toBe(status)
})

test("an account and a passkey are kept if the app denies the others", async () => {
  const only = await changedService({ signIn: ({ account }) => account?.provider === "acme" })
  const { accounts = [], passkeys = [] } = only.details
  const idOf = (provider: string) => accounts?.find((one) => one.provider === provider)?.id ?? ""
  expect(await only.change({ change: "unlink", id: idOf("acme") })).toBe(409)
  expect(await only.change({ change: "unlink", id: idOf("work") })).toBe(200)
  expect(await only.change({ change: "remove-passkey", id: passkeys?.[0]?.id ?? "" })).toBe(200)
  const key = await changedService({ signIn: ({ account }) => account?.type === "webauthn" })
  expect(await key.change({ change: "remove-passkey", id: key.details.passkeys?.[0]?.id ?? "" })).toBe(409)
  expect((await key.adapter.getUserByEmail(GRACE.email))?.email).toBe(GRACE.email)
})
