import { describe, expect, test, vi } from "vitest"
import type { Session } from "../../../client/contract.ts"
import type { AccountDetails } from "../../../client/account-contract.ts"
import { MemoryAdapter } from "../../adapters/memory.ts"
import type { ObservedRequest } from "../../core/config/telemetry.ts"
import type { AuthConfig } from "../../service/config.ts"
import type { Callbacks, SessionStrategyName } from "../../core/config/callbacks.ts"
import { getToken } from "../../core/sessions/get-token.ts"
import { ROUTES } from "../../test-kit/routes.ts"
import { oauthService, type Browser } from "../../test-kit/oauth-service.ts"

const HOUR = 3600_000
const IMPERSONATION = "__Host-latchkit.impersonation"
const STRATEGIES: readonly SessionStrategyName[] = ["jwt", "database"]
const person = (name: string) => ({ sub: name, email: `${name}@app.test`, email_verified: true, name })

/** Root and Boss are administrators, Ada isn't. Root is signed in. */
async function service(strategy: SessionStrategyName, config: Partial<AuthConfig> = {}) {
  const time = { now: Date.UTC(2026, 0, 1) }
  const roles = new Map<string, string>()
  const asked = vi.fn()
  const impersonate: Callbacks["impersonate"] = ({ actor, user }) => {
    asked()
    return roles.get(actor.id) === "admin" && roles.get(user.id) !== "admin"
  }
  const security = vi.fn<(event: { type: string; userId: string | null; actor: object }) => void>()
  const adapter = MemoryAdapter()
  const made = await oauthService({
    ...{
      adapter,
      session: { strategy, maxAge: 24 * 3600, updateAge: 0 },
      account: { administration: true, deletion: true },
    },
    ...{ clock: () => time.now, events: { security }, secondFactor: true },
    ...config,
    callbacks: { impersonate, ...config.callbacks },
  })
  const { auth, enter, browser } = made
  const signedIn = async (name: string) => {
    const each = browser()
    await enter(each, person(name))
    return each
  }
  const [root, ada, boss] = [await signedIn("root"), await signedIn("ada"), await signedIn("boss")]
  const findUserId = async (name: string) => (await adapter.getUserByEmail(`${name}@app.test`))?.id ?? expect.fail(name)
  const [rootId, adaId, bossId] = [await findUserId("root"), await findUserId("ada"), await findUserId("boss")]
  for (const id of [rootId, bossId]) roles.set(id, "admin")
  const apply = (from: Browser, cookies: readonly string[]) => {
    const headers = new Headers()
    for (const line of cookies) headers.append("set-cookie", line)
    from.receive(new Response(null, { headers }))
  }
  const start = async (from: Browser, id: string, options?: { maxAge?: number }) =>
    apply(from, (await auth.users.impersonate(id, from.request("/admin"), options)).cookies)
  const stop = async (from: Browser) => {
    const { stopped, cookies } = await auth.users.stopImpersonating(from.request("/admin"))
    apply(from, cookies)
    return stopped
  }
  return {
    ...{
      ...made,
      adapter,
      users: auth.users,
      root,
      ada,
      boss,
      rootId,
      adaId,
      bossId,
      roles,
      asked,
      start,
      stop,
      signedIn,
    },
    events: () => security.mock.calls.map(([event]) => event),
    later: (milliseconds: number) => void (time.now += milliseconds),
  }
}

const read = async (from: Browser) => (await (await from.get("/session")).json()) as Session | null // the shape of the response
/** Returns the user of a session, and the administrator who acts as them. */
const who = async (from: Browser) => {
  const session = await read(from)
  return session && [session.user?.email, session.actor?.email]
}
const ROOT = ["root@app.test", undefined]
const ADA_BY_ROOT = ["ada@app.test", "root@app.test"]

describe.each(STRATEGIES)("an administrator who acts as a user, with the %s strategy", (strategy) => {
  test("has the user's session with `actor`, and returns to the own one (threat 508)", async () => {
    const { root, ada, rootId, adaId, start, stop, events, auth } = await service(strategy)
    await start(root, adaId)
    const session = await read(root)
    expect(session).toMatchObject({
      user: { email: "ada@app.test", name: "ada" },
      actor: { id: rootId, name: "root", email: "root@app.test" },
      expires: new Date(Date.UTC(2026, 0, 1) + HOUR).toISOString(),
    })
    expect(await who(ada)).toEqual(["ada@app.test", undefined])
    expect((await auth.getSession(root.request("/")))?.actor?.id).toBe(rootId)
    expect(await stop(root)).toBe(true)
    expect([await who(root), await stop(root)]).toEqual([ROOT, false])
    const own = events().filter(({ type }) => type.startsWith("impersonation"))
    expect(own).toMatchObject([
      { type: "impersonationStarted", userId: adaId, actor: { kind: "user", id: rootId } },
      { type: "impersonationStopped", userId: adaId, actor: { kind: "user", id: rootId } },
    ])
  })

  test("never acts as another administrator, themselves or a stranger, nor as a user at all without the right (threat 508)", async () => {
    const { root, ada, start, adaId, rootId, bossId } = await service(strategy)
    for (const id of [bossId, rootId, "nobody"])
      await expect(start(root, id)).rejects.toMatchObject({ type: "AccessDenied" })
    await expect(start(ada, rootId)).rejects.toMatchObject({ type: "AccessDenied" })
    await expect(start(ada, adaId)).rejects.toMatchObject({ type: "AccessDenied" })
    expect([await who(root), root.jar.has(IMPERSONATION)]).toEqual([ROOT, false])
  })

  test("never acts as an administrator even if the callback only looks at the actor (threat 508)", async () => {
    const admins = new Set<string>()
    const { root, start, rootId, bossId, adaId } = await service(strategy, {
      callbacks: { impersonate: ({ actor }) => admins.has(actor.id) },
    })
    for (const id of [rootId, bossId]) admins.add(id)
    await expect(start(root, bossId)).rejects.toMatchObject({ type: "AccessDenied" })
    await start(root, adaId)
    expect(await who(root)).toEqual(ADA_BY_ROOT)
    admins.add(adaId)
    expect(await who(root)).toBeNull()
  })

  test.each(["1", 1, {}, "true", undefined])("needs `true` of the callback, not %j (threat 508)", async (returned) => {
    const { root, start, adaId } = await service(strategy, { callbacks: { impersonate: () => returned as boolean } })
    await expect(start(root, adaId)).rejects.toMatchObject({ type: "AccessDenied" })
  })

  test("can't nest (threat 508)", async () => {
    const { root, start, adaId, signedIn, adapter, roles } = await service(strategy)
    await signedIn("eve")
    const eve = (await adapter.getUserByEmail("eve@app.test"))?.id ?? ""
    await start(root, adaId)
    await expect(start(root, eve)).rejects.toMatchObject({ type: "AccessDenied" })
    await expect(start(root, adaId)).rejects.toMatchObject({ type: "AccessDenied" })
    roles.set(adaId, "admin") // who is promoted meanwhile is an administrator too
    expect(await who(root)).toBeNull()
  })

  test("ends with the administrator's right, account, session or state, and never turns into the own session in the same request (threat 508)", async () => {
    const endings: ((made: Awaited<ReturnType<typeof service>>) => unknown)[] = [
      ({ roles, rootId }) => roles.set(rootId, "user"),
      ({ users, rootId }) => users.disable(rootId),
      ({ users, rootId }) => users.revokeSessions(rootId),
      ({ users, rootId }) => users.delete(rootId),
      ({ adapter, rootId }) => adapter.deleteUser(rootId),
      ({ users, adaId }) => users.disable(adaId),
      ({ users, adaId }) => users.revokeSessions(adaId),
      ({ users, adaId }) => users.delete(adaId),
      ({ later }) => later(HOUR),
    ]
    for (const end of endings) {
      const made = await service(strategy)
      const { root, start, adaId } = made
      await start(root, adaId)
      expect(await who(root)).toEqual(ADA_BY_ROOT)
      await end(made)
      expect([end.toString(), await who(root)]).toEqual([end.toString(), null])
      expect(root.jar.has(IMPERSONATION)).toBe(false)
      expect((await who(root))?.[1]).toBeUndefined()
    }
  })

  test("ends when the user secures the account, also if the administrator's browser sends nothing meanwhile (threat 508)", async () => {
    const account = { administration: true, deletion: { graceDays: 7 } }
    const { root, ada, start, adaId, signedIn } = await service(strategy, { account })
    await start(root, adaId)
    const change = async (from: Browser, change: string) =>
      from.post("/account", { csrfToken: await from.csrfToken(), change })
    await change(ada, "delete-account")
    const again = await signedIn("ada")
    await change(again, "cancel-deletion")
    expect([await who(again), await who(root)]).toEqual([["ada@app.test", undefined], null])
  })

  test("never starts for a user who is disabled, or whose account waits for its deletion (threat 508)", async () => {
    const account = { administration: true, deletion: { graceDays: 7 } }
    const { root, ada, start, adaId, bossId, roles, users } = await service(strategy, { account })
    roles.delete(bossId)
    await users.disable(bossId)
    await ada.post("/account", { csrfToken: await ada.csrfToken(), change: "delete-account" })
    for (const id of [bossId, adaId]) await expect(start(root, id)).rejects.toMatchObject({ type: "AccessDenied" })
    await users.enable(bossId)
    await start(root, bossId)
    expect(await who(root)).toEqual(["boss@app.test", "root@app.test"])
  })

  test("is asked about at each read (threat 508)", async () => {
    const { root, start, adaId, asked } = await service(strategy)
    await start(root, adaId)
    asked.mockClear()
    await who(root)
    await who(root)
    expect(asked.mock.calls.length).toBeGreaterThanOrEqual(2)
  })

  test("is no longer than its own limit, whatever is refreshed (threat 508)", async () => {
    const { root, start, adaId, later } = await service(strategy)
    await start(root, adaId, { maxAge: 600 })
    for (let minute = 0; minute < 9; minute++) {
      later(60_000)
      expect(await who(root)).toEqual(ADA_BY_ROOT)
    }
    later(60_000)
    expect([await who(root), (await who(root))?.[1]]).toEqual([null, undefined])
    for (const maxAge of [0, 59, 43_201, NaN, "60" as unknown as number])
      await expect(start(root, adaId, { maxAge })).rejects.toThrow(TypeError)
  })

  test("a copy of the cookie opens nothing without the session, or beside another one (threat 508)", async () => {
    const { root, boss, browser, signedIn, start, stop, adaId } = await service(strategy)
    await start(root, adaId)
    const copy = root.jar.get(IMPERSONATION) ?? expect.fail("no cookie")
    const elsewhere = await signedIn("root")
    elsewhere.jar.set(IMPERSONATION, copy)
    expect(await who(elsewhere)).toBeNull()
    const thief = browser(new Map([[IMPERSONATION, copy]]))
    expect([await who(thief), await stop(thief)]).toEqual([null, false])
    boss.jar.set(IMPERSONATION, copy)
    expect(await who(boss)).toBeNull()
    boss.jar.set(IMPERSONATION, copy)
    expect([await stop(boss), await who(boss)]).toEqual([false, ["boss@app.test", undefined]])
    expect(await who(root)).toEqual(ADA_BY_ROOT)
  })

  test("a copy doesn't work again after it was stopped, and stopping opens no session that has ended (threat 508)", async () => {
    const { root, start, stop, adaId, users, rootId } = await service(strategy)
    await start(root, adaId)
    const copy = root.jar.get(IMPERSONATION) ?? expect.fail("no cookie")
    await stop(root)
    root.jar.set(IMPERSONATION, copy)
    expect([await who(root), await who(root)]).toEqual([null, ROOT])
    await start(root, adaId)
    await users.revokeSessions(rootId)
    expect([await stop(root), await who(root)]).toEqual([false, null])
  })

  test("signing out ends both sessions (threat 508)", async () => {
    const { root, start, adaId } = await service(strategy)
    await start(root, adaId)
    const copy = root.jar.get(IMPERSONATION) ?? expect.fail("no cookie")
    await root.post("/signout", { csrfToken: await root.csrfToken() })
    root.jar.set(IMPERSONATION, copy)
    expect(await who(root)).toBeNull()
  })

  test("signing out after its time ends the administrator's session too (threat 508)", async () => {
    const signOut = vi.fn()
    const { root, start, later, adaId, rootId, adapter } = await service(strategy, { events: { signOut } })
    await start(root, adaId, { maxAge: 60 })
    later(61_000)
    await root.post("/signout", { csrfToken: await root.csrfToken() })
    expect(await adapter.listSessions(rootId)).toEqual([])
    expect(signOut).toHaveBeenCalledOnce()
  })

  test("changes and confirms nothing by any route (threat 509)", async () => {
    const { root, start, adaId, adapter } = await service(strategy)
    await start(root, adaId)
    const csrfToken = await root.csrfToken()
    const before = await adapter.getUser(adaId)
    const kept = ["POST signout", "POST backchannel-logout", "POST session"]
    const rows = Object.entries(ROUTES).filter(([name]) => !kept.includes(name))
    const answers = await Promise.all(
      rows.map(async ([name, row]) => {
        const [method = "", action = ""] = name.split(" ")
        const paths = [action, `${action}/acme`, `${action}/second-factor`, `${action}/totp`].map((path) => `/${path}`)
        const all = await Promise.all(
          paths.map((path) =>
            method === "GET" ? root.get(path) : root.postJson(path, { csrfToken, change: "unlink" }),
          ),
        )
        return { name, open: row?.impersonated === true, statuses: all.map(({ status }) => status) }
      }),
    )
    const open = answers.filter((answer) => answer.statuses.some((status) => status < 400)).map(({ name }) => name)
    expect(open.filter((name) => name.startsWith("POST"))).toEqual([])
    expect(answers.filter((answer) => !answer.open && answer.statuses.some((status) => status < 400))).toEqual([])
    expect(
      answers
        .flatMap((answer) => (answer.open ? [] : answer.statuses))
        .every((status) => [403, 404, 405].includes(status)),
    ).toBe(true)
    expect([await adapter.getUser(adaId), await who(root)]).toEqual([before, ADA_BY_ROOT])
    expect((await root.postJson("/session", { csrfToken, data: { role: "admin" } })).status).toBe(403)
    expect((await root.postJson("/session", { csrfToken })).status).toBe(200)
  })

  test("sees the account without a form, and why, and every event names the administrator (threat 509)", async () => {
    const { root, start, adaId, rootId, events } = await service(strategy)
    const page = async () => (await root.get("/account", { accept: "text/html" })).text()
    const forms = (html: string) =>
      [...html.matchAll(/<form[^>]* action="([^"]*)"/g)].map(([, action = ""]) => action).toSorted()
    expect(new Set(forms(await page()))).toContain("/auth/account")
    await start(root, adaId)
    const html = await page()
    expect(forms(html)).toEqual(["/auth/signout"])
    expect(html).toContain("You&#39;re acting as ada, so you can&#39;t change this account.")
    expect(html).not.toMatch(/href="\/auth\/(?:step|export|signin)/)
    const details = (await (await root.get("/account")).json()) as AccountDetails
    expect([details.user.name, details.actor]).toEqual(["ada", { id: rootId, name: "root", email: "root@app.test" }])
    const before = events().length
    const csrfToken = await root.csrfToken()
    for (const change of ["delete-account", "change-email", "unlink"])
      expect((await root.postJson("/account", { csrfToken, change })).status).toBe(403)
    await root.post("/signout", { csrfToken })
    const actors = events()
      .slice(before)
      .map(({ actor }) => actor)
    expect(actors.length).toBeGreaterThan(3)
    expect(actors.every((actor) => "id" in actor && actor.id === rootId)).toBe(true)
  })

  test("has spans that say so (threat 509)", async () => {
    const seen: [route: string, impersonated: boolean][] = []
    const observe = async <Result>({ route, impersonated }: ObservedRequest, run: () => Promise<Result>) => {
      const result = await run().finally(() => seen.push([route, impersonated()]))
      return result
    }
    const { root, ada, start, adaId } = await service(strategy, { telemetry: { observe, count: () => undefined } })
    await start(root, adaId)
    seen.length = 0
    await Promise.all([root.get("/account"), root.postJson("/account", { change: "unlink" }), ada.get("/account")])
    expect(seen.toSorted().map(String)).toEqual([...["GET account,false", "GET account,true", "POST account,true"]])
  })

  test("changes and confirms nothing by any helper, and `require` always fails (threat 509)", async () => {
    const { auth, root, start, adaId } = await service(strategy)
    await start(root, adaId)
    const request = root.request("/")
    for (const within of ["10m", 999_999_999] as const)
      await expect(auth.require(request, { within })).rejects.toMatchObject({ type: "StepUpRequired" })
    await expect(auth.require(request, { factors: 1 })).rejects.toMatchObject({ type: "StepUpRequired" })
    for (const call of [
      () => auth.getAccessToken(request, "acme"),
      () => auth.revokeOtherSessions(request),
      () => auth.revokeSession(request, "x"),
      () => auth.updateSession(request, { role: "admin" }),
      () => auth.signIn(request, "acme"),
    ])
      await expect(call()).rejects.toMatchObject({ type: "AccessDenied" })
  })

  test("isn't among the user's devices, and writes nothing about the user (threat 509)", async () => {
    const { root, ada, start, adaId, adapter, later } = await service(strategy)
    const rows = async () => [
      await adapter.listSessions(adaId),
      await adapter.listAccountRecords("trusted-device", adaId),
    ]
    const before = await rows()
    await start(root, adaId)
    later(2000)
    await who(root)
    expect(await rows()).toEqual(before)
    const own = (await (await ada.get("/account")).json()) as AccountDetails // the shape of the response
    const seen = (await (await root.get("/account")).json()) as AccountDetails // as above
    if (strategy === "database") {
      expect(own.sessions).toHaveLength(1)
      expect(seen.sessions?.filter(({ current }) => current)).toEqual([])
    }
    expect(seen.user.email).toBe("ada@app.test")
  })

  test("the `session` callback can't hide `actor`, and the `jwt` callback gets the user", async () => {
    const jwt = vi.fn<NonNullable<Callbacks["jwt"]>>(({ token, user }) => ({
      ...token,
      ...(user && { role: "reader" }),
    }))
    const session = (params: { session: Session; token?: { role?: unknown } }) => ({
      ...params.session,
      actor: undefined,
      role: params.token?.role,
    })
    const { root, start, adaId } = await service(strategy, {
      callbacks: { ...(strategy === "jwt" && { jwt }), session: session as Callbacks["session"] },
    })
    await start(root, adaId)
    expect(await who(root)).toEqual(ADA_BY_ROOT)
    if (strategy === "database") return
    expect(jwt.mock.lastCall?.[0]).toMatchObject({ trigger: "impersonate", user: { id: adaId }, account: null })
    expect(await read(root)).toMatchObject({ role: "reader" })
  })
})

test("`getToken` returns neither the administrator nor the user (threat 508)", async () => {
  const { root, start, stop, adaId } = await service("jwt", { clock: Date.now })
  const token = () => getToken({ req: root.request("/"), secret: "s".repeat(32), site: "https://app.test/auth" })
  expect((await token())?.email).toBe("root@app.test")
  await start(root, adaId)
  expect(await token()).toBeNull()
  await stop(root)
  expect((await token())?.email).toBe("root@app.test")
})

test("a cookie of this name means nothing to an app without the callback", async () => {
  const { root } = await service("jwt")
  const other = await oauthService()
  const browser = other.browser(
    new Map([[IMPERSONATION, root.jar.get("__Host-latchkit.session-token") ?? { value: "x" }]]),
  )
  await other.enter(browser, person("ada"))
  expect(await who(browser)).toEqual(["ada@app.test", undefined])
  await expect(other.auth.users.impersonate("1", browser.request("/"))).rejects.toThrow("callbacks.impersonate")
})

test("another site's page can't start or stop it (threat 506)", async () => {
  const { auth, root, adaId } = await service("database")
  const headers = { cookie: root.cookieHeader(), origin: "https://evil.test", "sec-fetch-site": "cross-site" }
  const request = new Request("https://app.test/admin", { method: "POST", headers })
  await expect(auth.users.impersonate(adaId, request)).rejects.toMatchObject({ type: "InvalidRequest" })
  await expect(auth.users.stopImpersonating(request)).rejects.toMatchObject({ type: "InvalidRequest" })
})

test("beside several accounts, it belongs to the active one only (threat 508)", async () => {
  const { root, start, adaId, enter } = await service("database", { session: { strategy: "database", maxAccounts: 3 } })
  await enter(root, person("eve"))
  expect(await who(root)).toEqual(["eve@app.test", undefined])
  await expect(start(root, adaId)).rejects.toMatchObject({ type: "AccessDenied" })
  const { accounts } = (await (await root.get("/accounts")).json()) as { accounts: { id: string; email: string }[] } // the shape of the response
  const own = accounts.find(({ email }) => email === "root@app.test")?.id ?? ""
  await root.postJson("/accounts", { csrfToken: await root.csrfToken(), change: "switch", id: own })
  await start(root, adaId)
  expect(await who(root)).toEqual(ADA_BY_ROOT)
  const acting = (await (await root.get("/accounts")).json()) as { accounts: { email: string; active: boolean }[] } // as above
  expect(acting.accounts.filter(({ active }) => active).map(({ email }) => email)).toEqual(["ada@app.test"])
  const answer = await root.postJson("/accounts", { csrfToken: await root.csrfToken(), change: "switch", id: own })
  expect(answer.status).toBe(403)
})

describe.each(STRATEGIES)("after its time, beside several accounts, with the %s strategy (threat 508)", (strategy) => {
  const EVE = ["eve@app.test", undefined]

  /** Root has a second account, Eve, and acted as Ada until a moment ago. No request has come since. */
  async function expired() {
    const made = await service(strategy, { session: { strategy, maxAccounts: 3 } })
    const { root, start, adaId, enter, later } = made
    const list = async () => {
      const { accounts } = (await (await root.get("/accounts")).json()) as { accounts: { id: string; email: string }[] } // the shape of the response
      return new Map(accounts.map(({ email, id }) => [email, id]))
    }
    await enter(root, person("eve"))
    const ids = await list()
    const change = async (what: "switch" | "sign-out", email: string) => {
      const form = { csrfToken: await root.csrfToken(), change: what, id: ids.get(email) ?? "" }
      return (await root.postJson("/accounts", form)).status
    }
    await change("sign-out", "root@app.test")
    await enter(root, person("root")) // so that the browser has no older copy of this account
    await start(root, adaId, { maxAge: 60 })
    expect(await who(root)).toEqual(ADA_BY_ROOT)
    later(61_000)
    return { ...made, change, emails: async () => [...(await list()).keys()] }
  }

  test("a switch to another account keeps the administrator's", async () => {
    const { root, change, emails } = await expired()
    expect(await change("switch", "eve@app.test")).toBe(200)
    expect([await who(root), await emails()]).toEqual([EVE, ["eve@app.test", "root@app.test"]])
    expect(await change("switch", "root@app.test")).toBe(200)
    expect(await who(root)).toEqual(ROOT)
  })

  test("a switch to the administrator's own account finds it", async () => {
    const { root, change } = await expired()
    expect(await change("switch", "root@app.test")).toBe(200)
    expect(await who(root)).toEqual(ROOT)
  })

  test("signing out of the administrator's own account ends it", async () => {
    const { root, rootId, change, emails, adapter } = await expired()
    expect(await change("sign-out", "root@app.test")).toBe(200)
    expect([await who(root), await emails()]).toEqual([EVE, ["eve@app.test"]])
    expect(await adapter.listSessions(rootId)).toEqual([])
  })
})

test.each(STRATEGIES)(
  "signing out also ends the user's own session that the browser keeps, with the %s strategy (threats 186 and 508)",
  async (strategy) => {
    const signOut = vi.fn()
    const { root, start, adaId, enter, adapter } = await service(strategy, {
      session: { strategy, maxAccounts: 3 },
      events: { signOut },
    })
    const [before] = await adapter.listSessions(adaId) // of another browser
    await enter(root, person("ada"))
    const { accounts } = (await (await root.get("/accounts")).json()) as { accounts: { id: string; email: string }[] } // the shape of the response
    const id = accounts.find(({ email }) => email === "root@app.test")?.id ?? ""
    await root.postJson("/accounts", { csrfToken: await root.csrfToken(), change: "switch", id })
    await start(root, adaId)
    expect(await who(root)).toEqual(ADA_BY_ROOT)
    await root.post("/signout", { csrfToken: await root.csrfToken() })
    expect(await who(root)).toBeNull()
    expect(await adapter.listSessions(adaId)).toEqual(before ? [before] : [])
    expect(signOut).toHaveBeenCalledTimes(2)
  },
)
