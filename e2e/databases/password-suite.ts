import { expect, test, vi } from "vitest"
import { ACCOUNT_RECORD_OPERATIONS } from "../../server/adapters/account-tables.ts"
import type { Adapter } from "../../server/adapters/contract.ts"
import type { OIDCConfig } from "../../server/providers/types.ts"
import { cookieClient } from "../../server/testing/cookie-client.ts"
import { fakeIssuer } from "../../server/testing/fake-issuer.ts"
import { passwordAccountService, signedIn, type Browser } from "../../server/test-kit/password-account-service.ts"

const STRATEGIES = ["jwt", "database"] as const
const OLD = "the old password of the race"
const NEW = "the new password of the race"
const MANY = { points: 10_000, seconds: 900 }

const acme = (issuer: string): OIDCConfig => ({
  ...{ id: "acme", name: "Acme", type: "oidc", issuer, clientId: "client", clientSecret: "secret" },
})

/** Tests the races of passwords, the same for every database. */
export function passwordSuite(adapter: () => Adapter): void {
  const isReady = () => ACCOUNT_RECORD_OPERATIONS.every((name) => adapter()[name])

  test("of 50 parallel resets by several links one wins (threat 483)", async (context) => {
    if (!isReady()) return context.skip()
    const { browser, post, forgotten, email, worksWith, register } = await serviceOn(adapter())
    await register()
    // Each request ends the links before it, so only parallel requests leave several
    const tokens = await forgotten(5)
    const passwords = Array.from({ length: 50 }, (_, turn) => `${NEW}, the ${turn}th of many`)
    const responses = await Promise.all(
      passwords.map((password, turn) =>
        post(browser(), "/reset-password", { token: tokens[turn % tokens.length] ?? "", password }),
      ),
    )
    expect(responses.filter(({ status }) => status !== 303 && status !== 400)).toEqual([])
    const won = passwords.filter((_, turn) => responses[turn]?.status === 303)
    expect(won).toHaveLength(1)
    const tried = [...won, ...passwords.filter((password) => !won.includes(password)).slice(0, 5), OLD]
    expect(await Promise.all(tried.map((password) => worksWith(email, password)))).toEqual(
      tried.map((password) => won.includes(password)),
    )
  })

  test.each(STRATEGIES)(
    "no %s session of the old password survives a reset that 25 sign-ins race (threats 482 and 483)",
    async (strategy) => {
      if (!isReady()) return
      const { browser, post, signIn, forgotten, email, worksWith, register } = await serviceOn(adapter(), strategy)
      await register()
      const [token = ""] = await forgotten(1)
      const racing = Array.from({ length: 25 }, () => browser())
      const [entered, resets] = await Promise.all([
        Promise.all(racing.map((from) => signIn(from, { email, password: OLD }))),
        Promise.all(racing.map(() => post(browser(), "/reset-password", { token, password: NEW }))),
      ])
      expect(resets.filter(({ status }) => status === 303)).toHaveLength(1)
      expect([...entered, ...resets].filter(({ status }) => status >= 500)).toEqual([])
      expect(await Promise.all(racing.map(signedIn))).toEqual(racing.map(() => null))
      expect([await worksWith(email, NEW), await worksWith(email, OLD)]).toEqual([true, false])
    },
  )

  test.each(STRATEGIES)(
    "of 38 resets and 12 changes in a %s session at once one wins (threat 483)",
    async (strategy) => {
      if (!isReady()) return
      const { auth, browser, post, forgotten, email, worksWith, register } = await serviceOn(adapter(), strategy)
      const owner = await register()
      const [token = ""] = await forgotten(1)
      const csrfToken = await owner.csrfToken()
      const change = { csrfToken, change: "change-password", callbackUrl: "/changed" }
      // A user may wait for 16 hashes at once
      const changers = Array.from({ length: 12 }, () => cookieClient(auth, new Map(owner.jar)))
      const resetters = Array.from({ length: 38 }, () => browser())
      const changes = changers.map((from, turn) => {
        const password = `${NEW}, changed ${turn}`
        const done = "https://app.test/changed"
        return { password, done, sent: from.post("/account", { ...change, password }) }
      })
      const resets = resetters.map((from, turn) => {
        const password = `${NEW}, reset ${turn}`
        const done = "https://app.test/auth/signin?changed=password"
        return { password, done, sent: post(from, "/reset-password", { token, password }) }
      })
      const racing = [...changes, ...resets]
      const responses = await Promise.all(racing.map(({ sent }) => sent))
      expect(responses.filter(({ status }) => status >= 500)).toEqual([])
      const isDone = (turn: number) => responses[turn]?.headers.get("location") === racing[turn]?.done
      const won = racing.filter((_, turn) => isDone(turn)).map(({ password }) => password)
      expect(won).toHaveLength(1)
      const [winner = ""] = won
      expect([await worksWith(email, winner), await worksWith(email, OLD)]).toEqual([true, false])
      expect(await signedIn(owner)).toBeNull() // its session ended, or goes on under another token
      const open = (await Promise.all(changers.map(signedIn))).filter(Boolean)
      expect(open).toEqual(winner.includes("changed") ? [email] : [])
    },
  )

  test.each(STRATEGIES)("a sign-up link used 50 times at once opens one %s session (threat 473)", async (strategy) => {
    if (!isReady()) return
    const { auth, post, browser, email, emails, tokenIn, events, worksWith } = await serviceOn(adapter(), strategy)
    const asking = browser()
    await post(asking, "/sign-up", { email, password: OLD })
    await vi.waitFor(() => expect(emails).toHaveLength(1))
    const form = { csrfToken: await asking.csrfToken(), token: emails.map(tokenIn)[0] ?? "" }
    const copies = Array.from({ length: 50 }, () => cookieClient(auth, new Map(asking.jar)))
    const responses = await Promise.all(copies.map((copy) => copy.post("/sign-up", form)))
    expect(responses.filter(({ status }) => status >= 500)).toEqual([])
    expect(responses.filter(({ headers }) => headers.get("location") === "https://app.test/")).toHaveLength(1)
    expect((await Promise.all(copies.map(signedIn))).filter(Boolean)).toEqual([email])
    expect(events.toSorted()).toEqual(["createUser", "signIn"])
    expect(await worksWith(email, OLD)).toBe(true)
  })

  test("sign-ups, magic links and a provider at once create one user (threat 473)", async (context) => {
    if (!isReady()) return context.skip()
    const { browser, post, email, emails, links, tokenIn, events, worksWith, atProvider } = await serviceOn(adapter())
    const turns = Array.from({ length: 8 }, (_, turn) => turn)
    const passwords = turns.map((turn) => `${NEW}, of sign-up ${turn}`)
    const waiting: { from: Browser; finish: () => Promise<Response> }[] = []
    for (const turn of turns) {
      const [signingUp, byLink, byProvider] = [browser(), browser(), browser()]
      await post(signingUp, "/sign-up", { email, password: passwords[turn] ?? "" })
      await vi.waitFor(() => expect(emails).toHaveLength(turn + 1))
      const token = emails.map(tokenIn).at(-1) ?? ""
      waiting.push({ from: signingUp, finish: () => post(signingUp, "/sign-up", { token }) })
      await post(byLink, "/signin/email", { email })
      const { url = "" } = links.at(-1) ?? {}
      waiting.push({ from: byLink, finish: () => byLink.get(url) })
      const callback = await atProvider(byProvider, email)
      waiting.push({ from: byProvider, finish: () => byProvider.get(callback) })
    }
    const responses = await Promise.all(waiting.map(({ finish }) => finish()))
    expect(responses.filter(({ status }) => status >= 500)).toEqual([])
    expect(events.filter((name) => name === "createUser")).toHaveLength(1)
    const entered = await Promise.all(waiting.map(({ from }) => signedIn(from)))
    expect(entered.filter((name) => name !== null && name !== email)).toEqual([])
    const signedUp = passwords.filter((_, turn) => entered[turn * 3] === email)
    expect(signedUp.length).toBeLessThanOrEqual(1)
    const working = await Promise.all(passwords.map((password) => worksWith(email, password)))
    expect(passwords.filter((_, turn) => working[turn])).toEqual(signedUp)
  })

  test("a sign-up that its browser didn't prove leaves the other's password without use (threat 471)", async (context) => {
    if (!isReady()) return context.skip()
    const { browser, post, email, emails, tokenIn, worksWith } = await serviceOn(adapter())
    await post(browser(), "/sign-up", { email, password: OLD })
    await vi.waitFor(() => expect(emails).toHaveLength(1))
    const token = emails.map(tokenIn)[0] ?? ""
    const owner = browser()
    await post(owner, "/sign-up", { token })
    expect([await signedIn(owner), await worksWith(email, OLD)]).toEqual([null, false])
    await post(owner, "/sign-up", { token, password: NEW })
    expect(await signedIn(owner)).toBe(email)
    expect([await worksWith(email, OLD), await worksWith(email, NEW)]).toEqual([false, true])
  })

  test("a malformed hash in the database matches no password (threat 459)", async (context) => {
    if (!isReady()) return context.skip()
    const { adapter: store, browser, signIn, register, email } = await serviceOn(adapter())
    await register()
    const { id } = (await store.getUserByEmail(email)) ?? expect.fail("no user")
    for (const hash of ['""', "null", '"*"', '"undefined"', '"$argon2id$v=19$m=64,t=1,p=1$$"', "12", "[]"]) {
      const record = (await store.getAccountRecord("password", String(id))) ?? expect.fail("no password")
      const data = record.data.replace(/"hash":("[^"]*"|[^,]*)/, () => `"hash":${hash}`)
      expect(data).toContain(`"hash":${hash}`)
      await store.updateAccountRecord({ ...record, data })
      for (const password of [OLD, "undefined", "null", "*"]) {
        const from = browser()
        const { status } = await signIn(from, { email, password })
        expect([hash, status < 500, await signedIn(from)]).toEqual([hash, true, null])
      }
    }
  })

  test("a text that the database takes for the address gets no email but to the stored one (threat 476)", async (context) => {
    if (!isReady()) return context.skip()
    const { browser, post, email, emails, register } = await serviceOn(adapter())
    await register()
    emails.length = 0
    // Many collations ignore case, accents and spaces at the end
    const twins = [email.toUpperCase(), email.replace("race", "räce"), email.replace("race", "ｒace"), `${email} `]
    for (const twin of [...twins, `${email},eve@evil.test`]) await post(browser(), "/forgot-password", { email: twin })
    await post(browser(), "/forgot-password", { email })
    await vi.waitFor(() => expect(emails.length).toBeGreaterThan(0))
    await new Promise((resolve) => setTimeout(resolve, 50)) // an email is sent after its response
    expect(emails.filter(({ identifier }) => identifier !== email)).toEqual([])
  })

  test("no rehash brings an older password back (threat 462)", async (context) => {
    if (!isReady()) return context.skip()
    const before = await serviceOn(adapter())
    await before.register()
    const { email } = before
    const raised = { algorithm: "argon2id", params: { m: 128, t: 1, p: 1 } } as const
    const after = await serviceOn(adapter(), "jwt", { hash: raised, email })
    const [token = ""] = await after.forgotten(1)
    await Promise.all([
      ...Array.from({ length: 20 }, () => after.signIn(after.browser(), { email, password: OLD })),
      after.post(after.browser(), "/reset-password", { token, password: NEW }),
    ])
    await new Promise((resolve) => setTimeout(resolve, 100)) // a rehash runs after its response
    expect([await after.worksWith(email, NEW), await after.worksWith(email, OLD)]).toEqual([true, false])
  })
}

type Hash = NonNullable<NonNullable<Parameters<typeof passwordAccountService>[0]>["password"]>["hash"]

/** Latchkit on an adapter, for one address that no other test uses. Each browser is another client. */
async function serviceOn(
  adapter: Adapter,
  strategy: (typeof STRATEGIES)[number] = "jwt",
  { hash, email = `race-${crypto.randomUUID()}@app.test` }: { hash?: Hash; email?: string } = {},
) {
  const issuer = await fakeIssuer()
  const service = passwordAccountService({
    adapter,
    ...(hash && { password: { hash } }),
    providers: [acme(issuer.issuer)],
    config: {
      clock: Date.now, // Redis deletes what expires by its own clock
      session: { strategy },
      fetch: issuer.fetch,
      rateLimit: {
        address: (headers) => headers.get("x-client") ?? undefined,
        limits: { emailTo: MANY, emailAgain: MANY, credentialsFor: MANY, credentialsAnywhere: MANY },
      },
    },
  })
  // A network that no other test uses, because tests of one database share its counters
  const browser = () =>
    service.browser({ "x-client": `2001:db8:${crypto.randomUUID().slice(9, 18).replace("-", ":")}::1` })
  const { post, signIn, emails, tokenIn } = service
  return {
    ...service,
    browser,
    email,
    /** Signs the user up with the old password, and returns their browser. */
    async register() {
      const from = browser()
      await service.signUp(from, { email, password: OLD })
      expect(await signedIn(from)).toBe(email)
      return from
    },
    /** Asks so many times at once, and returns the tokens of the emails. */
    async forgotten(times: number) {
      const sent = () => emails.filter(({ kind }) => kind === "reset-password")
      await Promise.all(Array.from({ length: times }, () => post(browser(), "/forgot-password", { email })))
      await vi.waitFor(() => expect(sent()).toHaveLength(times))
      return sent().map(tokenIn)
    },
    async worksWith(address: string, password: string) {
      const from = browser()
      await signIn(from, { email: address, password })
      return (await signedIn(from)) === address
    },
    /** Starts a sign-in at the provider, and returns the callback that the provider redirects to. */
    async atProvider(from: Browser, address: string) {
      const started = await post(from, "/signin/acme", {})
      const person = { sub: address, email: address, email_verified: true }
      return `/callback/acme?${issuer.authorize(started.headers.get("location") ?? "", person)}`
    },
  }
}
