import { describe, expect, test, vi } from "vitest"
import { ACCOUNT_CHANGES } from "../../../../client/account-contract.ts"
import type { SessionStrategyName } from "../../../core/config/callbacks.ts"
import { ADA, signedIn, SIGN_IN_METHODS } from "../../../test-kit/pause-service.ts"
import { deletionService, leftovers, NOTHING, DAY } from "../../../test-kit/deletion-service.ts"

const STRATEGIES: readonly SessionStrategyName[] = ["jwt", "database"]
const SITE = "https://app.test"
const JSON_MODE = { "x-auth-return-redirect": "1" }
const NAMED = { id: "x", name: "Eve", email: "eve@app.test", password: "the password of Eve" }
const location = (response: Response) => response.headers.get("location") ?? ""

describe.each(STRATEGIES)("a user deletes the account, with the %s strategy", (strategy) => {
  test("and is gone: sessions end at once, one event and one email (threats 501, 502)", async () => {
    const { adapter, ada, enter, requestDeletion, deleted, notices } = await deletionService({ strategy })
    const [here, elsewhere] = [await enter(), await enter("passkey")]
    const response = await requestDeletion(here)
    expect([response.status, await response.text()]).toEqual([200, "null"])
    expect(await leftovers(adapter, ada.id, ADA.email)).toEqual(NOTHING)
    expect([await signedIn(here), await signedIn(elsewhere)]).toEqual([null, null])
    expect(deleted).toEqual([expect.objectContaining({ id: ada.id, email: ADA.email })])
    await vi.waitFor(() => expect(notices.map(({ kind }) => kind)).toEqual(["account-deleted"]))
    expect(notices[0]?.identifier).toBe(ADA.email)
  })

  test.each([
    ["back to its page", { callbackUrl: "/bye" }, `${SITE}/bye`],
    ["to the page that confirms it", { callbackUrl: "/account", after: "deletion" }, `${SITE}/auth/deletion?requested`],
    ["there without a page of its own", {}, `${SITE}/auth/deletion?requested`],
  ])("a form leads %s (threat 503)", async (_, target, expected) => {
    const { enter } = await deletionService({ strategy })
    const here = await enter()
    const fields = { ...target, change: "delete-account", csrfToken: await here.csrfToken() }
    const response = await here.post("/account", fields)
    expect([response.status, location(response)]).toEqual([303, expected])
    expect(await signedIn(here)).toBeNull()
  })

  test("a rejected form leads back to its page, and never to the one that says so", async () => {
    const config = { callbacks: { beforeDelete: () => false } }
    const { enter } = await deletionService({ strategy, config })
    const here = await enter()
    const fields = { change: "delete-account", callbackUrl: "/account", after: "deletion" }
    const response = await here.post("/account", { ...fields, csrfToken: await here.csrfToken() })
    expect(location(response)).toBe(`${SITE}/account?error=DeletionRejected`)
    expect(location(await here.get("/deletion?requested"))).toBe(`${SITE}/`)
  })

  test.each([
    [0, "Your app.test account was deleted", []],
    [7, "Your app.test account will be deleted", [`${SITE}/auth/signin?callbackUrl=`]],
  ])("with %j days of grace, a page says so", async (graceDays, title, keep) => {
    const { enter, requestDeletion } = await deletionService({ strategy, graceDays })
    const here = await enter()
    await requestDeletion(here)
    const page = await (await here.get("/deletion?requested")).text()
    expect(page).toContain(`>${title}<`)
    const links = [...page.matchAll(/href="([^"]*signin[^"]*)"/g)].map(([, href]) => href?.split("=")[0] + "=")
    expect(links).toEqual(keep)
  })

  test("only after a recent confirmation (threat 503)", async () => {
    const { adapter, ada, enter, requestDeletion, time, deleted } = await deletionService({ strategy })
    const here = await enter()
    time.now += 11 * 60 * 1000
    const response = await requestDeletion(here)
    expect([response.status, response.headers.get("www-authenticate")]).toEqual([
      401,
      expect.stringContaining("insufficient_user_authentication"),
    ])
    expect([(await adapter.getUser(ada.id))?.id, await signedIn(here), deleted]).toEqual([ada.id, ADA.email, []])
  })

  test.each<[string, () => unknown]>([
    ["false", () => false],
    ["undefined", () => undefined],
    ["a truthy text", () => "yes"],
    ["1", () => 1],
    ["an object", () => ({ ok: true })],
    ["an error", () => Promise.reject(new Error("down"))],
  ])("not if `beforeDelete` returns %s (threat 503)", async (_, beforeDelete) => {
    const callbacks = { beforeDelete: beforeDelete as () => boolean } // an app without types may return anything
    const { adapter, ada, enter, requestDeletion, deleted } = await deletionService({ strategy, config: { callbacks } })
    const here = await enter()
    const response = await requestDeletion(here)
    expect([response.status, await response.json()]).toEqual([409, { error: "DeletionRejected" }])
    expect([(await adapter.getUser(ada.id))?.id, await signedIn(here), deleted]).toEqual([ada.id, ADA.email, []])
  })

  test("not if `beforeDelete` hangs (threat 503)", async () => {
    const asked = Promise.withResolvers<void>()
    const beforeDelete = () => {
      asked.resolve()
      return new Promise<boolean>(() => undefined)
    }
    const config = { callbacks: { beforeDelete } }
    const { adapter, ada, enter, requestDeletion, deleted } = await deletionService({ strategy, config })
    const here = await enter()
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    try {
      const response = requestDeletion(here)
      await asked.promise
      await vi.advanceTimersByTimeAsync(31_000)
      expect((await response).status).toBe(409)
    } finally {
      vi.useRealTimers()
    }
    expect([(await adapter.getUser(ada.id))?.id, await signedIn(here), deleted]).toEqual([ada.id, ADA.email, []])
  })

  test("once, of 50 requests at once (threat 501)", async () => {
    const { adapter, ada, enter, deleted, notices } = await deletionService({ strategy })
    const here = await enter()
    const csrfToken = await here.csrfToken()
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => here.postJson("/account", { csrfToken, change: "delete-account" })),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(responses.filter(({ status }) => status >= 500)).toEqual([])
    expect(deleted).toHaveLength(1)
    expect(await leftovers(adapter, ada.id, ADA.email)).toEqual(NOTHING)
    await vi.waitFor(() => expect(notices).toHaveLength(1))
  })
})

describe.each(STRATEGIES)("with days of grace and the %s strategy", (strategy) => {
  const closed = async () => {
    const service = await deletionService({ strategy, graceDays: 7 })
    const here = await service.enter()
    expect((await service.requestDeletion(here)).status).toBe(200)
    return { ...service, here }
  }

  test("the user is signed out everywhere and told how to keep the account (threat 503)", async () => {
    const { adapter, ada, here, notices, time, deleted } = await closed()
    expect(await signedIn(here)).toBeNull()
    expect([(await adapter.getUser(ada.id))?.id, deleted]).toEqual([ada.id, []])
    await vi.waitFor(() => expect(notices).toHaveLength(1))
    expect(notices[0]).toMatchObject({
      ...{ kind: "deletion-requested", identifier: ADA.email, url: `${SITE}/auth/deletion` },
      expires: new Date(time.now + 7 * DAY),
    })
  })

  test.each(SIGN_IN_METHODS)(
    "a sign-in with %s leads to the page that keeps the account (threat 503)",
    async (method) => {
      const { browser, prove, change, details } = await closed()
      const again = browser()
      const response = await prove(again, method)
      expect(location(response)).toBe(`${SITE}/auth/deletion`)
      expect([await signedIn(again), await details(again)]).toEqual([null, null])
      for (const blocked of ACCOUNT_CHANGES.filter((one) => one !== "cancel-deletion"))
        expect((await change(again, { change: blocked, ...NAMED })).status).toBe(401)
      expect((await again.post("/export", { csrfToken: await again.csrfToken() }, JSON_MODE)).status).toBe(401)
      const page = await again.get("/deletion", { accept: "text/html" })
      const html = await page.text()
      expect([page.status, html.includes('value="cancel-deletion"'), html.includes("/auth/signout")]).toEqual([
        200,
        true,
        true,
      ])
      expect((await change(again, { change: "cancel-deletion" })).status).toBe(200)
      expect(await signedIn(again)).toBe(ADA.email)
    },
  )

  test("a browser without a sign-in can neither see the page nor keep the account (threat 503)", async () => {
    const { browser, change, here } = await closed()
    for (const stranger of [browser(), here]) {
      expect(location(await stranger.get("/deletion"))).toContain("/auth/signin?callbackUrl=")
      expect((await change(stranger, { change: "cancel-deletion" })).status).toBe(401)
    }
  })

  test("the user can sign out again (threat 503)", async () => {
    const { enter, change } = await closed()
    const again = await enter()
    await again.post("/signout", { csrfToken: await again.csrfToken() })
    expect((await change(again, { change: "cancel-deletion" })).status).toBe(401)
  })

  test("a kept account stays, and all other sessions are over (threat 503)", async () => {
    const { adapter, ada, enter, change, later, sent, here, deleted } = await closed()
    const [one, other] = [await enter(), await enter("passkey")]
    await change(one, { change: "cancel-deletion" })
    expect([await signedIn(one), await signedIn(other), await signedIn(here)]).toEqual([ADA.email, null, null])
    later(8)
    const late = await enter()
    await sent()
    expect([await signedIn(late), (await adapter.getUser(ada.id))?.id, deleted]).toEqual([ADA.email, ada.id, []])
  })

  test("the account is deleted when it is due, with the next request of anyone (threat 501)", async () => {
    const { adapter, ada, browser, deleted, later, sent, notices } = await closed()
    later(6)
    await browser().get("/session")
    await sent()
    expect((await adapter.getUser(ada.id))?.id).toBe(ada.id)
    later(2)
    await browser().get("/session")
    await vi.waitFor(() => expect(deleted).toHaveLength(1))
    expect(await leftovers(adapter, ada.id, ADA.email)).toEqual(NOTHING)
    await vi.waitFor(() => expect(notices.at(-1)?.kind).toBe("account-deleted"))
  })

  test("one request an hour looks for accounts that are due", async () => {
    const { adapter, browser, sent, time } = await deletionService({ strategy })
    const look = vi.spyOn(adapter, "listAccountRecords")
    const countLooks = async () => {
      look.mockClear()
      for (const from of [browser(), browser(), browser()]) await from.get("/session")
      await sent()
      return look.mock.calls.filter(([kind]) => kind === "deletion").length
    }
    time.now += DAY // long after the sign-ins that made Ada
    expect(await countLooks()).toBe(1)
    time.now += 59 * 60_000
    expect(await countLooks()).toBe(0)
    time.now += 60_000
    expect(await countLooks()).toBe(1)
  })

  test("keeping and deleting at once: one of both happens (threat 501)", async () => {
    const { adapter, ada, browser, enter, deleted, later, sent, change } = await closed()
    const again = await enter()
    later(8)
    const responses = await Promise.all([
      change(again, { change: "cancel-deletion" }),
      browser().get("/session"),
      browser().get("/session"),
    ])
    await sent()
    const isKept = responses[0].status === 200
    expect((await adapter.getUser(ada.id)) !== null).toBe(isKept)
    expect(deleted).toHaveLength(isKept ? 0 : 1)
  })
})

describe("a user whose address was changed", () => {
  test("can't delete the account before the change can no longer be undone (threat 503)", async () => {
    const { adapter, ada, enter, requestDeletion, details, time, deleted } = await deletionService()
    const expires = new Date(time.now + 7 * DAY)
    const shared = { site: `${SITE}/auth`, token: "t", at: time.now, verified: null, epoch: "e" }
    const change = { from: "old@app.test", to: ADA.email, accounts: null, passkeys: null }
    const data = { kind: "email-changed", ...shared, ...change }
    await adapter.createAccountRecord({
      kind: "undo",
      id: "u".repeat(22),
      userId: ada.id,
      data: JSON.stringify(data),
      expires,
    })
    const here = await enter()
    expect((await details(here))?.deletion).toEqual({
      graceDays: 0,
      blockedUntil: expires.toISOString(),
    })
    const response = await requestDeletion(here)
    expect([response.status, await response.json(), deleted]).toEqual([409, { error: "UndoOpen" }, []])
    expect(await signedIn(here)).toBe(ADA.email)
  })
})

test("without `account.deletion` the account can't be deleted", async () => {
  const { enter, requestDeletion, details, browser } = await deletionService({ account: { deletion: false } })
  const here = await enter()
  expect((await requestDeletion(here)).status).toBe(400)
  expect((await details(here))?.deletion).toBeUndefined()
  expect((await browser().get("/deletion")).status).toBe(404)
})
