import { describe, expect, test, vi } from "vitest"
import { authjs } from "../../migrate/authjs/index.ts"
import { softAuthenticator } from "../../test-kit/authenticator.ts"
import { mailbox } from "../../test-kit/mailbox.ts"
import { ACME, errorParam, oauthService, signedInName, type Browser } from "../../test-kit/oauth-service.ts"
import { EVE, passkeyService } from "../../test-kit/passkey-service.ts"

const victim = "victim@app.test"
const prepared = { ...EVE, email: victim, email_verified: false }

/** Creates a user with a victim's address. Returns its attacker, and the victim,about to prove the mailbox. */
async function createPrehijackedAccount() {
  const { mail, newest } = mailbox()
  const service = await passkeyService({ providers: [mail] })
  const [eve, owner] = [service.browser(), service.browser()]
  await service.enter(eve, prepared)
  const id = (await service.adapter.getUserByEmail(victim))?.id ?? expect.fail("nobody was prepared")
  await owner.post("/signin/email", { csrfToken: await owner.csrfToken(), email: victim })
  const prove = async () => void (await owner.get(newest().url))
  const credentials = async () => [
    ...(await service.adapter.listAccounts(id)),
    ...(await service.adapter.listAuthenticatorsByUserId(id)),
  ]
  return { ...service, eve, owner, id, prove, holdings: credentials }
}

/** Runs `meanwhile` right before the next call of `name`. */
function runBefore<Target extends object>(target: Target, name: keyof Target, meanwhile: () => Promise<void>): void {
  const own = target[name] as (...given: unknown[]) => unknown
  Reflect.set(target, name, async (...given: unknown[]) => {
    Reflect.set(target, name, own)
    await meanwhile()
    return own(...given)
  })
}

describe("the mailbox's owner proves it (threat 121)", () => {
  test("while the attacker signs in again, and that session ends too", async () => {
    const { adapter, browser, enter, prove, owner } = await createPrehijackedAccount()
    const again = browser()
    runBefore(adapter, "createSession", prove)
    expect(errorParam(await enter(again, prepared))).toBe("AccountNotLinked")
    expect([await signedInName(again), await signedInName(owner)]).toEqual([null, victim])
    expect(await adapter.listSessions((await adapter.getUserByEmail(victim))?.id ?? "")).toHaveLength(1)
  })

  test("while the attacker links a provider, and the link is removed", async () => {
    const { issuer, eve, start, prove, owner, holdings } = await createPrehijackedAccount()
    const answer = await start(eve, { sub: "second" })
    issuer.responses.token = async (tokens) => {
      await prove()
      return tokens
    }
    expect(errorParam(await eve.get(answer))).toBe("AccountNotLinked")
    expect(await holdings()).toEqual([])
    expect([await signedInName(eve), await signedInName(owner)]).toEqual([null, victim])
  })

  test("while the attacker adds a passkey, and the passkey is removed", async () => {
    const { adapter, eve, register, signIn, browser, prove, owner, holdings } = await createPrehijackedAccount()
    const authenticator = softAuthenticator()
    runBefore(adapter, "transaction", prove)
    expect(errorParam(await register(eve, authenticator))).toBe("WebAuthnVerificationError")
    expect(await holdings()).toEqual([])
    const thief = browser()
    await signIn(thief, authenticator)
    expect([await signedInName(thief), await signedInName(owner)]).toEqual([null, victim])
  })

  test("and is asked for none of the attacker's second factors (threat 435)", async () => {
    const { adapter, id, prove, owner } = await createPrehijackedAccount()
    const kinds = ["factor", "recovery-codes", "trusted-device", "attempt"] as const
    const data = JSON.stringify({ type: "passkey", name: "Key", createdAt: 0, credentialId: "a" })
    const addAll = () =>
      kinds.map((kind) =>
        adapter.createAccountRecord({ kind, id: crypto.randomUUID(), userId: id, data, expires: null }),
      )
    await Promise.all(addAll())
    const { transaction } = adapter
    adapter.transaction = async (run) => {
      const done = await transaction(run)
      adapter.transaction = transaction
      await Promise.all(addAll()) // in parallel with the proof
      return done
    }
    await prove()
    for (const kind of kinds) expect(await adapter.listAccountRecords(kind, id)).toEqual([])
    expect(await signedInName(owner)).toBe(victim)
  })

  test("and has neither the attacker's name nor their picture", async () => {
    const { adapter, id, prove } = await createPrehijackedAccount()
    await adapter.updateUser({ id, name: "Eve", image: "https://evil.test/eve.png" })
    await prove()
    expect(await adapter.getUser(id)).toMatchObject({ email: victim, name: null, image: null })
  })

  test("with a provider under the `authjs()` preset, whose name and picture replace the attacker's", async () => {
    const linking = { ...ACME, allowDangerousEmailAccountLinking: true }
    const { adapter, browser, enter } = await oauthService({ ...authjs(), providers: [linking] })
    const eve = { email: victim, emailVerified: null, name: "Eve", image: "https://evil.test/eve.png" }
    const { id } = await adapter.createUser({ id: "eve", ...eve })
    await adapter.linkAccount({ userId: id, type: "oauth", provider: "github", providerAccountId: "eve" })
    await enter(browser(), { sub: "owner", email: victim, email_verified: true, name: "Vic" })
    expect(await adapter.getUser(id)).toMatchObject({ email: victim, name: "Vic", image: null })
  })

  test("while something is written that the transaction did not see, and that is removed too", async () => {
    const { adapter, eve, id, prove, owner, holdings } = await createPrehijackedAccount()
    const { transaction } = adapter
    adapter.transaction = async (run) => {
      const done = await transaction(run)
      adapter.transaction = transaction
      // A commit between the statements of the other transaction
      await adapter.linkAccount({ userId: id, type: "oidc", provider: "acme", providerAccountId: "unseen" })
      await adapter.createSession({ sessionToken: "unseen", userId: id, expires: new Date(Date.now() + 60_000) })
      return done
    }
    await prove()
    expect(await holdings()).toEqual([])
    expect(await adapter.getSessionAndUser("unseen")).toBeNull()
    expect([await signedInName(eve), await signedInName(owner)]).toEqual([null, victim])
  })
})

test("runs the events of a sign-in whose session ended at once", async () => {
  const told: string[] = []
  const name = (event: string) => () => void told.push(event)
  const events = { createUser: name("createUser"), linkAccount: name("linkAccount"), signIn: name("signIn") }
  const { mail, newest } = mailbox()
  const { adapter, browser, enter } = await passkeyService({ providers: [mail], events })
  const [eve, owner] = [browser(), browser()]
  await owner.post("/signin/email", { csrfToken: await owner.csrfToken(), email: victim })
  runBefore(adapter, "createSession", async () => void (await owner.get(newest().url)))
  expect(errorParam(await enter(eve, prepared))).toBe("AccountNotLinked")
  expect(told).toEqual(["createUser", "linkAccount", "signIn"]) // the owner's sign-in comes last
})

test("runs the events of a sign-in whose session can't be opened", async () => {
  const createUser = vi.fn()
  const { adapter, browser, enter } = await passkeyService({ events: { createUser, signIn: vi.fn() } })
  adapter.createSession = () => Promise.reject(new Error("down"))
  expect(errorParam(await enter(browser(), EVE))).toBe("Configuration")
  expect(createUser).toHaveBeenCalledOnce()
})

test("links the account if the user stays signed in while the provider responds, and keeps the session", async () => {
  const { browser, enter } = await createPrehijackedAccount()
  const ada: Browser = browser()
  await enter(ada, { sub: "ada", email: "ada@app.test" })
  expect(errorParam(await enter(ada, { sub: "ada-too" }))).toBeNull()
  expect(await signedInName(ada)).toBe("ada@app.test")
})
