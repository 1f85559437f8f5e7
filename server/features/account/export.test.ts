import { describe, expect, test } from "vitest"
import type { SessionStrategyName } from "../../core/config/callbacks.ts"
import { deletionService } from "../../test-kit/deletion-service.ts"
import { ADA } from "../../test-kit/pause-service.ts"

const STRATEGIES: readonly SessionStrategyName[] = ["jwt", "database"]

type Service = Awaited<ReturnType<typeof deletionService>>

async function download(from: Awaited<ReturnType<Service["enter"]>>, headers: HeadersInit = {}) {
  return from.post("/export", { csrfToken: await from.csrfToken() }, headers)
}

describe.each(STRATEGIES)("a user downloads their data, with the %s strategy", (strategy) => {
  test("as a file that no cache keeps and no page shows (threat 504)", async () => {
    const { enter, ada } = await deletionService({ strategy })
    const response = await download(await enter())
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/json",
      "content-disposition": 'attachment; filename="account.json"',
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
    })
    const data: unknown = await response.json()
    expect(data).toMatchObject({
      user: { id: ada.id, name: ADA.name, email: ADA.email, image: null },
      accounts: expect.arrayContaining([
        { provider: "acme", providerAccountId: "ada", type: "oidc", label: ADA.email },
      ]) as unknown,
      passkeys: [{ name: expect.any(String) as unknown }],
      hasPassword: false,
    })
  })

  test("without a secret, a token, a hash or anything of another user (threat 504)", async () => {
    const { enter, adapter, ada } = await deletionService({ strategy })
    const others = { invitedBy: "SECRET-inviter", disabledBy: "SECRET-admin" }
    await adapter.updateUser({ id: ada.id, ...{ role: "admin", passwordHash: "SECRET-hash", ...others } })
    for (const kind of ["factor", "recovery-codes", "password", "trusted-device", "undo"] as const)
      await adapter.createAccountRecord({
        kind,
        id: `${kind}-SECRET`,
        userId: ada.id,
        data: '{"x":"SECRET"}',
        expires: null,
      })
    for (const account of await adapter.listAccounts(ada.id))
      await adapter.updateAccount({
        ...account,
        access_token: "SECRET-at",
        refresh_token: "SECRET-rt",
        id_token: "SECRET-it",
      })
    const eve = await adapter.createUser({ id: "eve", email: "eve@app.test", emailVerified: null })
    const browser = await enter()
    const text = await (await download(browser)).text()
    const cookies = [...browser.jar.values()].map(({ value }) => value).filter((value) => value.length > 20)
    expect(text).not.toMatch(/SECRET|role|admin|credentialPublicKey|sessionToken/)
    expect(text).not.toContain(eve.email)
    for (const { sessionToken } of await adapter.listSessions(ada.id)) expect(text).not.toContain(sessionToken)
    expect(cookies.filter((value) => text.includes(value))).toEqual([])
  })

  test("only after a recent confirmation, and only as a signed-in user (threat 504)", async () => {
    const { enter, time, browser } = await deletionService({ strategy })
    const here = await enter()
    time.now += 11 * 60 * 1000
    expect((await download(here)).headers.get("location")).toContain("/auth/confirm?")
    expect((await download(here, { "x-auth-return-redirect": "1" })).status).toBe(401)
    expect((await download(browser(), { "x-auth-return-redirect": "1" })).status).toBe(401)
  })

  test("by POST only, from the site, with the form's token (threat 504)", async () => {
    const { enter } = await deletionService({ strategy })
    const here = await enter()
    expect((await here.get("/export")).status).toBe(405)
    expect((await here.post("/export", {})).headers.get("location")).toContain("error=MissingCSRF")
    const csrfToken = await here.csrfToken()
    expect((await here.post("/export", { csrfToken }, { origin: "https://evil.test" })).status).toBe(403)
  })
})

test("the callback `exportAccount` adds the app's own data", async () => {
  const exportAccount = ({ data }: { data: object }) => ({ ...data, notes: ["mine"] })
  const { enter } = await deletionService({ config: { callbacks: { exportAccount } } })
  const data = (await (await download(await enter())).json()) as object // the file's content
  expect(data).toMatchObject({ user: { email: ADA.email }, notes: ["mine"] })
})

test.each([undefined, null, "text", 1])("an `exportAccount` that returns %j downloads nothing", async (returned) => {
  const exportAccount = () => returned as unknown as object // an app without types may return anything
  const { enter, errors } = await deletionService({ config: { callbacks: { exportAccount } } })
  const response = await download(await enter())
  expect([response.headers.get("content-disposition"), response.status]).toEqual([null, 302])
  expect(errors.join("\n")).toContain("Return an object")
})

test("without `account.export` there is no such route", async () => {
  const { enter } = await deletionService({ account: { export: false } })
  expect((await download(await enter())).status).toBe(404)
})
