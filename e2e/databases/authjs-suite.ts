import { customFetch, type AuthConfig as AuthjsConfig } from "@auth/core"
import * as vitest from "vitest"
import type { Opened } from "../apps/authjs/adapters.ts"
import { authjsInstallation } from "../../server/migrate/fixtures/authjs-installation.ts"
import { authjs } from "../../server/migrate/authjs/index.ts"
import { EXTRA_OPERATIONS, runAdapterContract } from "../../server/testing/adapter-contract.ts"
import { ACME, errorParam, signedInName } from "../../server/test-kit/oauth-service.ts"
import { cookieClient } from "../../server/testing/cookie-client.ts"
import { AUTHJS_FAILS, PASSKEY_OPERATIONS, WITH_PASSKEYS } from "./authjs-fails.ts"
import { HOSTED_FAILS } from "./authjs-hosted-fails.ts"
import { serviceOn } from "./service-suite.ts"

const { expect, test } = vitest

/**
 * Runs the contract and whole sign-ins on an adapter of Auth.js. `fails` are rules that it breaks in addition. `adds` are
 * operations that Latchkit adds.
 */
export function authjsSuite(
  name: string,
  open: () => Promise<Opened>,
  { fails = {}, adds = [] }: { fails?: Readonly<Record<string, string>>; adds?: readonly string[] } = {},
): void {
  const opened: Partial<Opened> = {}
  const adapter = () => opened.adapter ?? expect.fail("not connected")
  const unique = (who: string): string => `${who}-${crypto.randomUUID()}@app.test`
  runAdapterContract(
    adapter,
    {
      fails: { ...(AUTHJS_FAILS[name] ?? HOSTED_FAILS[name]), ...fails },
      lacks: [
        ...EXTRA_OPERATIONS.filter((operation) => !adds.includes(operation)),
        ...(WITH_PASSKEYS.has(name) ? [] : PASSKEY_OPERATIONS),
      ],
      connect: async () => Object.assign(opened, await open()),
      disconnect: () => opened.close?.(),
    },
    vitest,
  )

  test("a person signs in by provider, comes back, and signs out", async () => {
    const { browser, enter } = await serviceOn(adapter())
    const email = unique("ada")
    for (let visit = 0; visit < 2; visit++) {
      const each = browser()
      expect(errorParam(await enter(each, { sub: email, email, email_verified: true }))).toBeNull()
      expect(await signedInName(each)).toBe(email)
      await each.post("/signout", { csrfToken: await each.csrfToken() })
      expect(await signedInName(each)).toBeNull()
    }
  })

  test("rejects a provider's account id that differs from another by its end (threat 274)", async () => {
    const { browser, enter } = await serviceOn(adapter())
    const email = unique("victim")
    await enter(browser(), { sub: email, email, email_verified: true })
    for (const more of ["?", "?x", "/", "\\", ":", "%00", " ", "\u0301"]) {
      const attacker = browser()
      await enter(attacker, { sub: email + more, email: unique("attacker"), email_verified: true })
      expect([more, (await signedInName(attacker)) === email]).toEqual([more, false])
    }
  })

  test("a person signs in by mail, and links a provider to themselves", async () => {
    const { browser, enter, ask } = await serviceOn(adapter())
    const email = unique("ada")
    const each = browser()
    await each.get(await ask(each, email))
    expect(await signedInName(each)).toBe(email)
    expect(errorParam(await enter(each, { sub: email, email: unique("other"), email_verified: true }))).toBeNull()
    const again = browser()
    await enter(again, { sub: email, email: unique("other"), email_verified: true })
    expect(await signedInName(again)).toBe(email)
  })

  test.each(["database", "jwt"] as const)(
    "signs in a mailbox's owner and evicts the user's creator, with %s sessions (threat 121)",
    async (strategy) => {
      const { browser, enter, ask } = await serviceOn(adapter(), { session: { strategy } })
      const email = unique("victim")
      const [stranger, owner, again] = [browser(), browser(), browser()]
      await enter(stranger, { sub: email, email, email_verified: false })
      expect(await signedInName(stranger)).toBe(email)
      expect(errorParam(await owner.get(await ask(owner, email)))).toBeNull()
      expect([await signedInName(owner), await signedInName(stranger)]).toEqual([email, null])
      expect(errorParam(await enter(again, { sub: email, email, email_verified: false }))).toBe("OAuthAccountNotLinked")
      expect(await signedInName(again)).toBeNull()
    },
  )

  test("a user whom Auth.js created gets in by magic link, by a provider that is linked by address, and by a stored session", async () => {
    const config = { ...authjs(), rateLimit: false as const }
    const service = await serviceOn(adapter(), config, { allowDangerousEmailAccountLinking: true })
    const { createUser, linkAccount, createSession } = adapter()
    const created = async () => {
      const email = unique("moved")
      const user = await createUser?.({ id: crypto.randomUUID(), name: "Ada", email, emailVerified: null })
      const userId = user?.id ?? expect.fail("not created")
      await linkAccount?.({ userId, type: "oauth", provider: "github", providerAccountId: email })
      return { userId, email }
    }
    const [mailed, linked, stored] = [await created(), await created(), await created()]

    const byMail = service.browser()
    expect(errorParam(await byMail.get(await service.ask(byMail, mailed.email)))).toBeNull()
    expect(await signedInName(byMail)).toBe(mailed.email)

    const byProvider = service.browser()
    const person = { sub: linked.email, email: linked.email, email_verified: true }
    expect(errorParam(await service.enter(byProvider, person))).toBeNull()
    expect(await signedInName(byProvider)).toBe(linked.email)

    const sessionToken = crypto.randomUUID()
    await createSession?.({ sessionToken, userId: stored.userId, expires: new Date(Date.now() + 3600_000) })
    const bySession = service.browser(new Map([["__Secure-authjs.session-token", { value: sessionToken }]]))
    expect(await signedInName(bySession)).toBe(stored.email)
    const phone = service.browser()
    await phone.get(await service.ask(phone, stored.email))
    expect([await signedInName(phone), await signedInName(bySession)]).toEqual([stored.email, null])
  })

  test("an app that goes back to Auth.js finds the sessions, the accounts and the magic links that Latchkit stored", async () => {
    const { browser, enter, ask, issuer } = await serviceOn(adapter(), { ...authjs(), rateLimit: false })
    const sent: string[] = []
    const sendVerificationRequest = ({ url }: { url: string }) => void sent.push(url)
    const mail = { id: "email", name: "Email", type: "email", from: "a@app.test", maxAge: 600, options: {} } as const
    const config = {
      adapter: adapter() as never, // the same contract, with separate types
      providers: [
        { ...ACME, [customFetch]: issuer.fetch },
        { ...mail, sendVerificationRequest },
      ],
    } as Partial<AuthjsConfig>
    const back = authjsInstallation(config)
    const enterThere = async (each: ReturnType<typeof cookieClient>, person: object) => {
      const started = await each.post("/signin/acme", { csrfToken: await each.csrfToken() })
      return each.get(`/callback/acme?${issuer.authorize(started.headers.get("location") ?? "", { ...person })}`)
    }
    const email = unique("ada")
    const person = { sub: email, email, email_verified: true }
    const here = browser()
    await enter(here, person)
    const userId = (await adapter().getUserByEmail?.(email))?.id

    const same = back.browser(here.jar)
    expect(await signedInName(same)).toBe(email)
    const again = back.browser()
    expect(errorParam(await enterThere(again, person))).toBeNull()
    expect(await signedInName(again)).toBe(email)
    const byLink = back.browser()
    await byLink.get(await ask(browser(), email))
    expect(await signedInName(byLink)).toBe(email)
    expect(String((await adapter().getUserByEmail?.(email))?.id)).toBe(String(userId))

    await same.post("/signout", { csrfToken: await same.csrfToken() })
    expect(await signedInName(browser(new Map(here.jar)))).toBeNull()
    const forward = browser()
    expect(errorParam(await enter(forward, person))).toBeNull()
    expect(await signedInName(forward)).toBe(email)
  })

  test("a first sign-in that ends after the user was created is finished by the next one of the same account", async () => {
    const email = unique("half")
    const died = await serviceOn({
      ...adapter(),
      linkAccount: () => Promise.reject(new Error("gone")),
      deleteUser: () => Promise.reject(new Error("gone")),
    })
    await died.enter(died.browser(), { sub: email, email, email_verified: true, picture: "https://app.test/ada.png" })
    const { browser, enter, told } = await serviceOn(adapter())
    const [stranger, each] = [browser(), browser()]
    expect(errorParam(await enter(stranger, { sub: `x${email}`, email, email_verified: true }))).toBe(
      "OAuthAccountNotLinked",
    )
    expect(errorParam(await enter(each, { sub: email, email, email_verified: true }))).toBeNull()
    expect(await signedInName(each)).toBe(email)
    expect((await adapter().getUserByEmail?.(email))?.image ?? "").not.toContain("#lk-")
    expect(told).toEqual(["createUser", "signIn"])
  })

  test("accepts one of 50 parallel uses of a magic link (threat 146)", async () => {
    const { auth, browser, ask, told } = await serviceOn(adapter())
    const asking = browser()
    const link = await ask(asking, unique("race"))
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => cookieClient(auth, new Map(asking.jar)).get(link)),
    )
    expect(answers.filter((answer) => errorParam(answer) === null)).toHaveLength(1)
    expect(told.sort()).toEqual(["createUser", "signIn"])
  })

  test("creates one user for 20 parallel first sign-ins in one process (threat 269)", async () => {
    const { browser, start, told } = await serviceOn(adapter())
    const email = unique("race")
    const visits = Array.from({ length: 20 }, () => browser()).map(async (each) => ({
      each,
      url: await start(each, { sub: email, email, email_verified: true }),
    }))
    const answers = await Promise.all((await Promise.all(visits)).map(({ each, url }) => each.get(url)))
    expect(answers.map(errorParam)).toEqual(Array.from({ length: 20 }, () => null))
    expect(told.filter((name) => name === "createUser")).toHaveLength(1)
  })
}
