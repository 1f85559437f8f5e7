import { describe, expect, test, vi } from "vitest"
import { enrollAuthenticatorApp } from "../../../testing/authenticator-app.ts"
import { deletionService, NOTHING, leftovers } from "../../../test-kit/deletion-service.ts"
import { ADA, signedIn, type Browser } from "../../../test-kit/pause-service.ts"

const STRATEGIES = ["jwt", "database"] as const
const SITE = "https://app.test/auth"
const PASSWORD = "the password of the next user"
const location = (response: Response) => response.headers.get("location") ?? ""
const tokenIn = ({ url }: { url: string }) => new URL(url).searchParams.get("token") ?? ""

type Service = Awaited<ReturnType<typeof deletionService>>

const post = async (from: Browser, path: string, fields: Record<string, string>) =>
  from.post(path, { csrfToken: await from.csrfToken(), ...fields })

const newest = ({ notices }: Service, kind: string) =>
  vi.waitFor(() => notices.findLast((one) => one.kind === kind) ?? expect.fail(`no email ${kind}`))

/** Signs another user up with the deleted user's address. */
async function rebirth(service: Service, email = ADA.email) {
  const reborn = service.browser()
  await post(reborn, "/sign-up", { email, password: PASSWORD })
  await post(reborn, "/sign-up", { code: (await newest(service, "confirm-sign-up")).code ?? "" })
  expect(await signedIn(reborn)).toBe(email)
  return reborn
}

describe.each(STRATEGIES)("the next user of a deleted user's address, with %s sessions (threat 502)", (strategy) => {
  test("gets nothing of the deleted one, and shares no sign-in method (threat 502)", async () => {
    const service = await deletionService({ strategy })
    const { auth, adapter, ada, enter, requestDeletion, prove, browser, details } = service
    const device = await enter("passkey")
    await requestDeletion(await enter())
    expect(await leftovers(adapter, ada.id, ADA.email)).toEqual(NOTHING)
    const reborn = await rebirth(service)
    const user = (await adapter.getUserByEmail(ADA.email)) ?? expect.fail("no user")
    expect(user.id).not.toBe(ada.id)
    expect(await signedIn(device)).toBeNull()
    for (const method of ["passkey", "oidc", "oauth"] as const) {
      const former = browser()
      await prove(former, method).catch(() => undefined) // the passkey's options no longer name it
      expect([method, await signedIn(former)]).toEqual([method, null])
    }
    const shown = await details(reborn)
    expect([shown?.accounts, shown?.passkeys, shown?.twoStep?.factors, shown?.twoStep?.trustedDevices]).toEqual([
      [],
      [],
      [],
      [],
    ])
    expect(JSON.stringify(shown)).not.toContain(ada.id)
    expect((await auth.getSession(reborn.request("/")))?.user?.email).toBe(ADA.email)
  })
})

test("a browser that the deleted user was known in is new to the next one (threat 502)", async () => {
  const service = await deletionService({ account: { newDeviceEmail: true } })
  const { enter, requestDeletion, notices } = service
  const told = () => notices.filter(({ kind }) => kind === "new-device").length
  const device = await enter("passkey")
  await vi.waitFor(() => expect(told()).toBe(1))
  await post(device, "/signout", {})
  await requestDeletion(await enter())
  await vi.waitFor(() => expect(told()).toBe(2))
  await rebirth(service)
  await post(device, "/callback/password", { email: ADA.email, password: PASSWORD })
  expect(await signedIn(device)).toBe(ADA.email)
  await vi.waitFor(() => expect(told()).toBe(3))
})

test("an older security email, invitation and trusted device of the deleted user are worth nothing (threat 502)", async () => {
  const bea = { sub: "bea", email: "bea@app.test", email_verified: true, name: "Bea" }
  const service = await deletionService({ account: { administration: true } })
  const { auth, adapter, settings, issuer, browser, time, notices } = service
  await auth.invite({ email: bea.email })
  const invitation = await newest(service, "invitation")
  const enter = async (from: Browser) => {
    const started = await post(from, "/signin/acme", {})
    await from.get(`/callback/acme?${issuer.authorize(location(started), bea)}`)
  }
  const findUserId = async () => (await adapter.getUserByEmail(bea.email))?.id ?? expect.fail("no user")
  const enroll = async () =>
    enrollAuthenticatorApp(
      { ...settings, clock: () => time.now },
      { id: await findUserId(), email: bea.email },
      { url: SITE },
    )
  const readAttempt = async (from: Browser) =>
    ((await (await from.get("/step", { accept: "application/json" })).json()) as { attempt?: string }).attempt ?? ""

  const first = browser()
  await enter(first)
  await service.change(first, { change: "set-password", password: "the password of the first Bea" })
  const undo = await newest(service, "password-added")
  const app = await enroll()
  const device = browser()
  await enter(device)
  const fields = { method: "totp", trust: "1", attempt: await readAttempt(device), code: await app.code() }
  await post(device, "/step/second-factor", fields)
  expect(await signedIn(device)).toBe(bea.email)
  await post(device, "/signout", {})
  await enter(device)
  expect(await signedIn(device)).toBe(bea.email) // the device is trusted
  await auth.users.delete(await findUserId())

  notices.length = 0
  const reborn = await rebirth(service, bea.email)
  await enroll()
  await post(device, "/callback/password", { email: bea.email, password: PASSWORD })
  expect([await signedIn(device), await readAttempt(device)]).toEqual([null, expect.stringMatching(/./)])
  for (const [path, token] of [
    ["/undo", tokenIn(undo)],
    ["/sign-up", tokenIn(invitation)],
  ] as const) {
    const former = browser()
    await post(former, path, { token, password: "the password of the first Bea" })
    expect([path, await signedIn(former)]).toEqual([path, null])
  }
  expect(await signedIn(reborn)).toBe(bea.email)
  expect(await adapter.listAccountRecords("factor", await findUserId())).toHaveLength(1)
})

describe("while an account waits for its deletion", () => {
  test("a reset and its new password lead to the page that keeps it, and nowhere else (threat 503)", async () => {
    const config = { secondFactor: undefined }
    const service = await deletionService({ graceDays: 30, config: { ...config, steps: [] } })
    const { enter, requestDeletion, browser, adapter, ada, deleted } = service
    await requestDeletion(await enter())
    const owner = browser()
    await post(owner, "/forgot-password", { email: ADA.email })
    const reset = await newest(service, "reset-password")
    await post(owner, "/reset-password", { token: tokenIn(reset), password: PASSWORD })
    expect(await signedIn(owner)).toBeNull()
    const entered = await post(owner, "/callback/password", { email: ADA.email, password: PASSWORD })
    expect([location(entered), await signedIn(owner)]).toEqual(["https://app.test/auth/deletion", null])
    expect([(await adapter.getUser(ada.id))?.id, deleted]).toEqual([ada.id, []])
  })

  test("the link of an older security email ends sessions, and cancels no deletion (threat 503)", async () => {
    const service = await deletionService({ graceDays: 30, config: { steps: [] } })
    const { enter, issuer, requestDeletion, browser, adapter, ada, later, deleted } = service
    const owner = await enter()
    const started = await post(owner, "/signin/acme", {})
    const person = { sub: "ada-two", email: "two@app.test", email_verified: true }
    await owner.get(`/callback/acme?${issuer.authorize(location(started), person)}`)
    const mail = await newest(service, "account-linked")
    await requestDeletion(owner)
    const pressing = browser()
    await post(pressing, "/undo", { token: tokenIn(mail) })
    expect(await signedIn(pressing)).toBeNull()
    expect(await adapter.getAccountRecord("deletion", ada.id)).not.toBeNull()
    later(31)
    await browser().get("/session")
    await vi.waitFor(() => expect(deleted).toHaveLength(1))
    expect(await adapter.getUser(ada.id)).toBeNull()
  })
})

test("a stolen token as Bearer exports and deletes nothing without the form's token (threats 503, 504)", async () => {
  const { enter, browser, adapter, ada, deleted } = await deletionService({ strategy: "database" })
  const owner = await enter()
  const { value = "" } = [...owner.jar].find(([name]) => name.endsWith("session-token"))?.[1] ?? {}
  const headers = { authorization: `Bearer ${value}` }
  const thief = browser()
  for (const path of ["/export", "/account"]) {
    const response = await thief.post(path, { change: "delete-account" }, headers)
    expect(response.status).toBeGreaterThanOrEqual(300)
    expect(response.headers.get("content-disposition")).toBeNull()
  }
  expect([(await adapter.getUser(ada.id))?.id, deleted]).toEqual([ada.id, []])
})
