import { DatabaseSync } from "node:sqlite"
import { Kysely } from "kysely"
import { describe, expect, test, vi } from "vitest"
import { MemoryAdapter, type FullAdapter } from "../../adapters/memory.ts"
import type { Adapter } from "../../adapters/contract.ts"
import { SqlAdapter, sqliteDialect } from "../../adapters/sql.ts"
import { createAuth } from "../../service/auth.ts"
import { createSettings } from "../../service/features.ts"
import { beginTotp, confirmTotp } from "../../core/proofs/factors.ts"
import { createRecoveryCodes, recoveryCodesState } from "../../core/proofs/recovery-codes.ts"
import { totpCode, totpStep } from "../../core/proofs/totp.ts"
import type { EmailConfig } from "../../providers/types.ts"
import { passwordConfig } from "../../test-kit/password-service.ts"
import type { SessionStrategyName } from "../../core/config/callbacks.ts"
import { mailbox } from "../../test-kit/mailbox.ts"
import { ACME, errorParam, oauthService, signedInName, type Browser } from "../../test-kit/oauth-service.ts"
import { GRACE, NEW_PASSWORD, passwordAccountService, signedIn } from "../../test-kit/password-account-service.ts"
import type { UserChanges, UserListOptions } from "./types.ts"

const ADA = { sub: "ada", email: "ada@app.test", email_verified: true, name: "Ada" }

async function sqlite(): Promise<Adapter> {
  const adapter = SqlAdapter(new Kysely<object>({ dialect: sqliteDialect(new DatabaseSync(":memory:")) }))
  await adapter.migrate()
  return adapter
}

/** A service without `Password()`, and Ada signed in. */
async function service(strategy: SessionStrategyName = "jwt", adapter: Adapter = MemoryAdapter()) {
  const security = vi.fn<(event: { type: string; userId: string | null }) => void>()
  const made = await oauthService({
    ...{ adapter, session: { strategy, bearer: true }, account: { administration: true }, events: { security } },
  })
  const browser = made.browser()
  await made.enter(browser, ADA)
  const id = (await adapter.getUserByEmail?.(ADA.email))?.id ?? expect.fail("no user")
  const types = () => security.mock.calls.map(([event]) => event.type)
  return { ...made, adapter, users: made.auth.users, security, types, browser, newBrowser: made.browser, id }
}

const fifty = <T>(run: (turn: number) => Promise<T>) => Promise.all(Array.from({ length: 50 }, (_, turn) => run(turn)))

const CASES = [
  ["jwt", "memory", async () => MemoryAdapter()],
  ["database", "memory", async () => MemoryAdapter()],
  ["jwt", "SQLite", sqlite],
  ["database", "SQLite", sqlite],
] as const satisfies readonly (readonly [SessionStrategyName, string, () => Promise<Adapter>])[]

describe.each(CASES)("a disabled user, with the %s strategy on %s", (strategy, _name, open) => {
  test("has no session at once, and enabling revives none (threat 511)", async () => {
    const { users, adapter, browser, enter, newBrowser, id, types } = await service(strategy, await open())
    expect(await users.disable(id)).toBe(true)
    expect(await signedInName(browser)).toBeNull()
    expect(await adapter.listSessions?.(id)).toEqual([])
    const other = newBrowser()
    expect(errorParam(await enter(other, ADA))).toBe("AccessDenied")
    expect(await signedInName(other)).toBeNull()
    expect((await users.get(id))?.disabledAt).toBeInstanceOf(Date)
    expect(await users.enable(id)).toBe(true)
    expect([await signedInName(browser), await signedInName(other), (await users.get(id))?.disabledAt]).toEqual([
      ...[null, null, null],
    ])
    expect(errorParam(await enter(other, ADA))).toBeNull()
    expect(await signedInName(other)).toBe(ADA.email)
    expect(types().filter((type) => /abled/.test(type))).toEqual(["userDisabled", "userEnabled"])
  })

  test("has no session by a copy of the cookie or as bearer, and no access token (threat 511)", async () => {
    const { auth, users, browser, id } = await service(strategy, await open())
    const cookie = browser.cookieHeader()
    const token = browser.jar.get("__Host-latchkit.session-token")?.value ?? expect.fail("no session")
    const asBearer = { headers: { authorization: `Bearer ${token}` } }
    expect((await auth.getSession(asBearer))?.user?.email).toBe(ADA.email)
    await users.disable(id)
    await users.enable(id)
    expect([await auth.getSession({ headers: { cookie } }), await auth.getSession(asBearer)]).toEqual([null, null])
    await expect(auth.getAccessToken({ headers: { cookie } }, "acme")).rejects.toMatchObject({
      type: expect.any(String),
    })
  })

  test("gets no session from one of 50 sign-ins that were under way (threat 511)", async () => {
    const { users, start, newBrowser, id } = await service(strategy, await open())
    const ways = await fifty(async () => {
      const each = newBrowser()
      return { each, url: await start(each, ADA) }
    })
    await Promise.all([...ways.map(({ each, url }) => each.get(url)), users.disable(id)])
    expect(new Set(await Promise.all(ways.map(({ each }) => signedInName(each))))).toEqual(new Set([null]))
    await users.enable(id)
    expect(new Set(await Promise.all(ways.map(({ each }) => signedInName(each))))).toEqual(new Set([null]))
  })

  test("is disabled once by 50 calls at once (threat 511)", async () => {
    const { users, id, types } = await service(strategy, await open())
    await fifty(() => users.disable(id))
    expect(types().filter((type) => type === "userDisabled")).toHaveLength(1)
    await fifty((turn) => (turn % 2 ? users.enable(id) : users.disable(id)))
    expect(typeof (await users.get(id))?.name).toBe("string")
  })

  test("`revokeSessions` ends every session, and lets the user sign in again (threat 511)", async () => {
    const { users, browser, enter, newBrowser, id } = await service(strategy, await open())
    const phone = newBrowser()
    await enter(phone, ADA)
    expect(await users.revokeSessions(id)).toBe(true)
    expect([await signedInName(browser), await signedInName(phone)]).toEqual([null, null])
    await enter(phone, ADA)
    expect(await signedInName(phone)).toBe(ADA.email)
  })

  test("deletes a user with everything that belongs to them", async () => {
    const { adapter, users, browser, id } = await service(strategy, await open())
    expect(await users.delete(id)).toBe(true)
    expect([await adapter.getUser?.(id), await signedInName(browser), await users.delete(id)]).toEqual([
      null,
      null,
      false,
    ])
  })
})

describe.each(CASES)(
  "a disabled user whose mailbox was never proven, with the %s strategy on %s",
  (strategy, _name, open) => {
    const unverified = { ...ADA, email_verified: false }

    /** Ada came by a provider that didn't verify the address, and was disabled. */
    async function disabled() {
      const { mail, newest } = mailbox()
      const adapter = await open()
      const service = await oauthService({
        ...{ adapter, session: { strategy }, providers: [ACME, { ...mail, sendsCode: true }] },
        account: { administration: true },
      })
      const { auth, browser } = service
      const enter = (from: Browser) => service.enter(from, unverified)
      const first = browser()
      await enter(first)
      const id = (await adapter.getUserByEmail?.(ADA.email))?.id ?? expect.fail("no user")
      await auth.users.disable(id)
      const ask = async (from: Browser) =>
        from.post("/signin/email", { csrfToken: await from.csrfToken(), email: ADA.email })
      return { auth, adapter, browser, newest, enter, first, ask, id }
    }

    test.each(["link", "code"] as const)("isn't enabled by a %s to it (threat 511)", async (way) => {
      const { auth, adapter, browser, newest, ask, enter, first, id } = await disabled()
      const from = browser()
      await ask(from)
      const { url, code = "" } = newest()
      const csrfToken = await from.csrfToken()
      const response = way === "link" ? await from.get(url) : await from.post("/callback/email", { csrfToken, code })
      expect([errorParam(response), await signedInName(from)]).toEqual(["AccessDenied", null])
      expect((await auth.users.get(id))?.disabledAt).toBeInstanceOf(Date)
      expect((await adapter.getUser?.(id))?.emailVerified).toBeNull()
      expect([errorParam(await enter(first)), await signedInName(first)]).toEqual(["AccessDenied", null])
    })

    test("isn't enabled while the proof is under way (threat 511)", async () => {
      const { auth, adapter, browser, newest, ask, id } = await disabled()
      await auth.users.enable(id)
      const from = browser()
      await ask(from)
      const { updateUser } = adapter as FullAdapter // both adapters have it
      adapter.updateUser = async (changes) => {
        adapter.updateUser = updateUser
        const user = await updateUser(changes)
        await auth.users.disable(id)
        return user
      }
      await from.get(newest().url)
      expect([(await auth.users.get(id))?.disabledAt, await signedInName(from)]).toEqual([expect.any(Date), null])
    })
  },
)

describe("with `Password()`", () => {
  const made = async () => {
    const service = passwordAccountService({ config: { secondFactor: true } })
    const browser = service.browser()
    await service.signUp(browser)
    const { id } = (await service.adapter.getUserByEmail(GRACE.email)) ?? expect.fail("no user")
    return { ...service, users: service.auth.users, owner: browser, id }
  }

  test("a disabled user can't sign in by password, magic link, reset or paused sign-in (threat 511)", async () => {
    const { users, browser, post, signIn, forgot, links, emails, sent, id, tokenIn } = await made()
    const asking = browser()
    await post(asking, "/signin/email", { email: GRACE.email })
    const reset = await forgot(asking)
    await users.disable(id)
    expect(errorParam(await signIn(browser()))).toBe("AccessDenied")
    const link = browser()
    await link.get(links.at(-1)?.url ?? "")
    await asking.get(links.at(-1)?.url ?? "")
    expect([await signedIn(link), await signedIn(asking)]).toEqual([null, null])
    const before = (await sent()).length
    await post(browser(), "/forgot-password", { email: GRACE.email })
    expect((await sent()).length).toBe(before)
    expect(emails.filter(({ kind }) => kind === "password-changed")).toEqual([])
    await users.enable(id)
    // Neither the old link nor one that was requested meanwhile counts
    await asking.get(reset.url)
    await post(asking, "/reset-password", { token: tokenIn(reset), password: NEW_PASSWORD })
    expect(errorParam(await signIn(browser(), { ...GRACE, password: NEW_PASSWORD }))).toBe("CredentialsSignin")
    const again = browser()
    await signIn(again)
    expect(await signedIn(again)).toBe(GRACE.email)
  })

  test("a disabled user whose mailbox was never proven isn't enabled by an invitation (threat 511)", async () => {
    const { auth, adapter, browser, newest, post, tokenIn } = passwordAccountService({ password: { signUp: "invite" } })
    await adapter.createUser({ id: "grace", email: GRACE.email, emailVerified: null })
    await auth.invite({ email: GRACE.email })
    await auth.users.disable("grace")
    const from = browser()
    const token = tokenIn(await newest("invitation"))
    expect(errorParam(await post(from, "/sign-up", { token, password: NEW_PASSWORD }))).toBe("AccessDenied")
    expect([await signedIn(from), (await auth.users.get("grace"))?.disabledAt]).toEqual([null, expect.any(Date)])
  })

  test("`sendPasswordReset` emails a link, and returns none (threat 510)", async () => {
    const { users, newest, browser, post, signIn, tokenIn, id } = await made()
    const result = await users.sendPasswordReset(id)
    expect(result).toEqual({ expires: expect.any(Date) })
    const mail = await newest("reset-password")
    expect([mail.identifier, mail.code]).toEqual([GRACE.email, undefined])
    const mine = browser()
    await mine.get(mail.url)
    await post(mine, "/reset-password", { token: tokenIn(mail), password: NEW_PASSWORD })
    await signIn(mine, { ...GRACE, password: NEW_PASSWORD })
    expect(await signedIn(mine)).toBe(GRACE.email)
  })

  test("`returnLink` returns a link that works once, for 10 minutes, and is logged (threat 510)", async () => {
    const { users, emails, sent, browser, post, signIn, tokenIn, id, later, warnings } = await made()
    const before = (await sent()).length
    const use = async ({ url = "" }: { url?: string } = {}, password = NEW_PASSWORD) => {
      const mine = browser()
      await mine.get(url)
      await post(mine, "/reset-password", { token: tokenIn({ url }), password })
      return errorParam(await signIn(mine, { ...GRACE, password }))
    }
    const late = await users.sendPasswordReset(id, { returnLink: true })
    later(11)
    expect([emails.length, warnings.filter((code) => code === "password-reset-link").length]).toEqual([before, 1])
    expect(await use(late ?? {})).toBe("CredentialsSignin")
    const [older, newer] = [
      await users.sendPasswordReset(id, { returnLink: true }),
      await users.sendPasswordReset(id, { returnLink: true }),
    ]
    expect(await use(older ?? {})).toBe("CredentialsSignin")
    expect(await use(newer ?? {})).toBeNull()
    expect(await use(newer ?? {}, "a third password of mine")).toBe("CredentialsSignin")
  })

  test("no reset is sent for a user who is disabled or unknown", async () => {
    const { users, sent, id } = await made()
    const before = (await sent()).length
    await users.disable(id)
    expect([await users.sendPasswordReset(id), await users.sendPasswordReset("nobody")]).toEqual([null, null])
    expect(await sent()).toHaveLength(before)
  })
})

describe("the arguments of `auth.users`", () => {
  const asChanges = (value: unknown) => value as UserChanges

  test.each([
    ["an id", { id: "2" }],
    ["a password", { passwordHash: "x" }],
    ["a verified address", { emailVerified: new Date() }],
    ["an address", { email: "eve@app.test" }],
    ["an epoch", { epoch: "" }],
    ["a creation date", { createdAt: new Date() }],
    ["a session epoch", { sessionEpoch: null }],
    ["a prototype key", JSON.parse('{"__proto__":{"role":"admin"}}')],
    ["a constructor", { constructor: 1 }],
    ["a symbol", { [Symbol("x")]: 1 }],
    ["another prototype", Object.create({ email: "eve@app.test" })],
    ["a list", []],
    ["null", null],
    ["a text", "name"],
    ["a name that is an object", { name: { $ne: 1 } }],
    ["a long name", { name: "x".repeat(257) }],
    ["a script as picture", { image: "javascript:alert(1)" }],
  ])("reject %s with a TypeError, and change nothing (threat 507)", async (_name, changes) => {
    const { adapter, users, id } = await service()
    const before = await adapter.getUser?.(id)
    await expect(users.update(id, asChanges(changes))).rejects.toThrow(TypeError)
    expect(await adapter.getUser?.(id)).toEqual(before)
  })

  test("update a name and a picture", async () => {
    const { adapter, users, id } = await service()
    const changed = await users.update(id, { name: "Countess", image: "https://app.test/a.png" })
    expect(changed).toMatchObject({ name: "Countess", image: "https://app.test/a.png", email: ADA.email })
    expect(await users.update(id, { image: null })).toMatchObject({ name: "Countess", image: null })
    expect([await users.update("nobody", { name: "x" }), (await adapter.getUser?.(id))?.name]).toEqual([
      null,
      "Countess",
    ])
  })

  test.each([[{ id: "1" }], [["1"]], [""], [null], [undefined], [1.5]])("reject the id %j (threat 507)", async (id) => {
    const { users } = await service()
    for (const call of [users.get, users.disable, users.delete, users.revokeSessions])
      await expect(call(id as string)).rejects.toThrow(TypeError)
  })

  test("list users in pages", async () => {
    const { adapter, users } = await service()
    for (let index = 0; index < 6; index++)
      await adapter.createUser?.({ id: `id-${index}`, email: `${index}@app.test`, emailVerified: null })
    const first = await users.list({ limit: 4 })
    const second = await users.list({ limit: 4, cursor: first.cursor })
    expect([first.users.length, second.users.length, second.cursor]).toEqual([4, 3, null])
    expect(new Set([...first.users, ...second.users].map(({ id }) => id)).size).toBe(7)
    for (const options of [{ limit: 0 }, { limit: 201 }, { limit: 1.5 }, { cursor: {} }, { cursor: "" }])
      await expect(users.list(options as UserListOptions)).rejects.toThrow(TypeError)
  })

  test("say what an adapter lacks", async () => {
    const { listUsers: _, ...adapter } = MemoryAdapter()
    const { users } = await service("jwt", adapter)
    await expect(users.list()).rejects.toThrow("query your own table of users")
    const none = createAuth({ secret: "s".repeat(32) }, { env: { AUTH_URL: "https://app.test" } })
    await expect(none.users.get("1")).rejects.toMatchObject({ type: "MissingAdapter" })
  })

  test("`disable` is an error if sessions don't check it", async () => {
    const { auth, adapter } = await oauthService({ account: { changeEmail: false } })
    const { id } = await adapter.createUser({ id: "1", email: "a@app.test", emailVerified: null })
    await expect(auth.users.disable(id)).rejects.toThrow("account: { administration: true }")
    expect((await auth.users.get(id))?.disabledAt).toBeNull()
  })

  test("`delete` keeps a user whose sealed session would go on without them (threat 502)", async () => {
    const { auth, adapter, browser, enter } = await oauthService({ session: { strategy: "jwt" } })
    const ada = browser()
    await enter(ada, ADA)
    const { id = "" } = (await adapter.getUserByEmail(ADA.email)) ?? {}
    await expect(auth.users.delete(id)).rejects.toThrow("account: { administration: true }")
    expect([await signedInName(ada), (await adapter.getUser(id))?.id]).toEqual([ADA.email, id])
  })

  test("`delete` needs no such setting with stored sessions", async () => {
    const { auth, adapter, browser, enter } = await oauthService({ session: { strategy: "database" } })
    const ada = browser()
    await enter(ada, ADA)
    const { id = "" } = (await adapter.getUserByEmail(ADA.email)) ?? {}
    expect(await auth.users.delete(id)).toBe(true)
    expect([await signedInName(ada), await adapter.getUser(id)]).toEqual([null, null])
  })

  test("find a user by address, however it is written", async () => {
    const { users, id } = await service()
    expect([(await users.getByEmail("ADA@app.test"))?.id, await users.getByEmail("eve@app.test")]).toEqual([id, null])
  })
})

/** Returns the statuses of requests that name a function of `auth.users`. */
async function statuses(browser: Browser): Promise<number[]> {
  const csrfToken = await browser.csrfToken()
  const names = ["disable", "enable", "update", "delete", "impersonate", "stopImpersonating", "users", "users/list"]
  const paths = names.flatMap((name) => [`/${name}`, `/account/${name}`, `/users/${name}`])
  const posts = paths.map((path) => browser.postJson(path, { csrfToken, id: "1", change: "disable" }))
  const changes = names.map((change) => browser.postJson("/account", { csrfToken, change, id: "1" }))
  return (await Promise.all([...posts, ...changes, ...paths.map((path) => browser.get(path))])).map(
    ({ status }) => status,
  )
}

test("no function sets or returns a password, or marks a factor as passed (threat 510)", async () => {
  const { users, id } = await service()
  expect(Object.keys(users).toSorted()).toEqual(
    [
      ...["delete", "disable", "enable", "get", "getByEmail", "impersonate", "list", "removeFactors", "revokeSessions"],
      ...["sendPasswordReset", "stopImpersonating", "update"],
    ].toSorted(),
  )
  const fields = ["createdAt", "disabledAt", "email", "emailVerified", "id", "image", "name"]
  expect(Object.keys((await users.get(id)) ?? {}).filter((field) => !fields.includes(field))).toEqual([])
})

test("no request runs a function of `auth.users` (threat 506)", async () => {
  const { browser, users, id } = await service()
  expect((await statuses(browser)).filter((status) => status < 400)).toEqual([])
  expect((await users.get(id))?.disabledAt).toBeNull()
})

describe("`removeFactors`", () => {
  const made = async (mail: Partial<EmailConfig> = {}) => {
    const service = passwordAccountService({ config: { secondFactor: true }, mail })
    const { adapter, auth } = service
    const owner = service.browser()
    await service.signUp(owner)
    const { id } = (await adapter.getUserByEmail(GRACE.email)) ?? expect.fail("no user")
    const settings = createSettings(passwordConfig({ adapter }), { env: {} })
    const context = { settings, store: adapter }
    const enrollment = (await beginTotp(context, { userId: id, enrolledIn: "x" })) ?? expect.fail("no enrollment")
    const code = await totpCode(enrollment.secret, totpStep(Date.now()))
    await confirmTotp(context, { userId: id, enrolledIn: "x", id: enrollment.id, code, name: "App" })
    await createRecoveryCodes(adapter, { userId: id, now: Date.now() })
    const left = async () =>
      (await adapter.listAccountRecords("factor", id)).length + ((await recoveryCodesState(adapter, id))?.left ?? 0)
    return { ...service, users: auth.users, id, left }
  }

  test("removes factors and recovery codes, and emails the user (threat 510)", async () => {
    const { users, signIn, browser, newest, emails, id, left } = await made()
    const before = browser()
    await signIn(before)
    expect([await signedIn(before), await left()]).toEqual([null, 11])
    expect(await users.removeFactors(id)).toBe(1)
    const mail = await newest("factors-removed")
    expect([mail.identifier, mail.url, await left()]).toEqual([GRACE.email, "https://app.test", 0])
    const after = browser()
    await signIn(after)
    expect(await signedIn(after)).toBe(GRACE.email)
    expect([await users.removeFactors(id), await users.removeFactors("nobody")]).toEqual([0, 0])
    expect(emails.filter(({ kind }) => kind === "factors-removed")).toHaveLength(1)
  })

  test("removes nothing if the user couldn't learn of it (threat 510)", async () => {
    const { users, adapter, id, left } = await made()
    await adapter.updateUser({ id, email: "" })
    await expect(users.removeFactors(id)).rejects.toThrow("changed nothing")
    expect(await left()).toBe(11)
  })
})
