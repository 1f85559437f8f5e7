import { beforeEach, describe, expect, test } from "vitest"
import { GRACE, NEW_PASSWORD, passwordAccountService, type Browser } from "../../test-kit/password-account-service.ts"

const JSON_MODE = { "x-auth-return-redirect": "1" }
const KINDS = ["known", "passwordless", "unproven", "pending", "invited", "disabled", "deleting", "deleted"] as const
type Kind = (typeof KINDS)[number] | "unknown"

/** Creates a service in which each address has another state. */
async function createService() {
  const service = passwordAccountService({
    config: { rateLimit: {}, account: { administration: true, deletion: { graceDays: 7 } } },
  })
  const { auth, adapter, browser, signUp, post } = service
  const add = (kind: Kind, emailVerified: Date | null) =>
    adapter.createUser({ id: kind, name: null, image: null, email: `${kind}@app.test`, emailVerified })
  const register = async (kind: Kind, from = browser()) => {
    await signUp(from, { email: `${kind}@app.test`, password: GRACE.password })
    return (await adapter.getUserByEmail(`${kind}@app.test`))?.id ?? expect.fail()
  }
  await register("known")
  await add("passwordless", new Date(0))
  await add("unproven", null)
  await post(browser(), "/sign-up", { email: "pending@app.test", password: GRACE.password })
  await auth.invite({ email: "invited@app.test" })
  await auth.users.disable(await register("disabled"))
  await auth.users.delete(await register("deleted"))
  const leaving = browser()
  await register("deleting", leaving)
  await post(leaving, "/account", { change: "delete-account" })
  await service.sent()
  return service
}

const state: { service?: Awaited<ReturnType<typeof createService>> } = {}
beforeEach(async () => void (state.service = await createService()))
const service = () => state.service ?? expect.fail()

/** Returns everything that a client sees of a response, without the address and random values. */
async function shown(response: Response, kind: Kind) {
  const cookies = response.headers.getSetCookie().map((line) => line.replace(/=[^;]*/, ""))
  const headers = [...response.headers].filter(([name]) => name !== "set-cookie")
  const body = (await response.text()).replaceAll(`${kind}@app.test`, "EMAIL").replaceAll(/\b[\da-f]{64}\b/g, "TOKEN")
  return { status: response.status, cookies, headers, body }
}

type Send = (from: Browser, email: string) => Promise<Response>

const REQUESTS: Readonly<Record<string, Send>> = {
  "sign-up": (from, email) => service().post(from, "/sign-up", { email, password: NEW_PASSWORD }),
  "sign-up with a weak password": (from, email) => service().post(from, "/sign-up", { email, password: "short" }),
  "sign-up as JSON": async (from, email) =>
    from.post("/sign-up", { csrfToken: await from.csrfToken(), email, password: NEW_PASSWORD }, JSON_MODE),
  "the page after a sign-up": async (from, email) => {
    await service().post(from, "/sign-up", { email, password: NEW_PASSWORD })
    return from.get("/sign-up?status=sent")
  },
  "another email of a sign-up": async (from, email) => {
    await service().post(from, "/sign-up", { email, password: NEW_PASSWORD })
    service().later(1)
    return service().post(from, "/sign-up", { resend: "1" })
  },
  "a wrong code of a sign-up": async (from, email) => {
    await service().post(from, "/sign-up", { email, password: NEW_PASSWORD })
    return service().post(from, "/sign-up", { code: "000000" })
  },
  "a forgotten password": (from, email) => service().post(from, "/forgot-password", { email }),
  "a forgotten password as JSON": async (from, email) =>
    from.post("/forgot-password", { csrfToken: await from.csrfToken(), email }, JSON_MODE),
  "another email of a forgotten password": async (from, email) => {
    await service().post(from, "/forgot-password", { email })
    service().later(1)
    return service().post(from, "/forgot-password", { resend: "1" })
  },
  "a wrong code of a forgotten password": async (from, email) => {
    await service().post(from, "/forgot-password", { email })
    return service().post(from, "/reset-password", { code: "000000" })
  },
  "one email too many": async (from, email) => {
    for (let turn = 0; turn < 6; turn++) await service().post(from, "/forgot-password", { email })
    return service().post(from, "/forgot-password", { email })
  },
  "one wrong password too many": async (from, email) => {
    const signIn = () => service().post(from, "/callback/password", { email, password: "not the password at all" })
    for (let turn = 0; turn < 50; turn++) await signIn()
    return signIn()
  },
  "a sign-in with a wrong password": (from, email) =>
    service().post(from, "/callback/password", { email, password: "not the password at all" }),
}

/** The statuses of the responses that don't redirect. */
const STATUS: Readonly<Record<string, number>> = {
  "sign-up with a weak password": 400,
  "sign-up as JSON": 200,
  "the page after a sign-up": 200,
  "a wrong code of a sign-up": 400,
  "a forgotten password as JSON": 200,
  "a wrong code of a forgotten password": 400,
  "a sign-in with a wrong password": 302,
  "one email too many": 429,
  "one wrong password too many": 429,
}

describe.each(Object.entries(REQUESTS))("%s", (name, send) => {
  test.each(KINDS)("looks the same for an unknown address and one that is %s (threats 456 and 472)", async (kind) => {
    const { browser } = service()
    const unknown = await shown(await send(browser(), "unknown@app.test"), "unknown")
    state.service = await createService() // with the same clock and limits
    const found = await shown(await send(service().browser(), `${kind}@app.test`), kind)
    expect(found).toEqual(unknown)
    expect(found.status).toBe(STATUS[name] ?? 303)
  })
})
