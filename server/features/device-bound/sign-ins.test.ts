import { describe, expect, test } from "vitest"
import { boundBrowser } from "../../test-kit/bound-browser.ts"
import { BOUND, STRATEGIES } from "../../test-kit/bound-service.ts"
import { oauthService } from "../../test-kit/oauth-service.ts"
import { GRACE, passwordAccountService } from "../../test-kit/password-account-service.ts"

const person = (name: string) => ({ sub: name, name, email: `${name}@app.test`, email_verified: true })

describe.each(STRATEGIES)("with the %s strategy, a session bound to a device", (strategy) => {
  test("is offered after a provider's redirect, and the browser registers without cookies", async () => {
    const { auth, enter } = await oauthService({ session: { strategy, deviceBound: true } })
    const ada = await boundBrowser(auth)
    const answer = await enter(ada, person("ada"))
    const kept = new Map(ada.jar)
    ada.jar.clear() // the provider's site caused the request, so the browser sends no `SameSite=Lax` cookie
    expect((await ada.register(answer)).status).toBe(200)
    for (const [name, cookie] of kept) ada.jar.set(name, cookie)
    expect(await ada.session()).toMatchObject({ user: { name: "ada" }, bound: true })
  })

  test("ends with a reset of the password, for the device that has the key too", async () => {
    const service = passwordAccountService({ config: { session: { strategy, deviceBound: true } } })
    const { auth, browser, signUp, signIn, reset } = service
    await signUp(browser())
    const grace = await boundBrowser(auth)
    await grace.register(await signIn(grace, GRACE))
    expect(await grace.session()).toMatchObject({ bound: true })
    await reset(browser())
    expect(await grace.session()).toBeNull()
    expect((await grace.refresh()).status).toBe(200) // a proof alone opens nothing
    expect(await grace.session()).toBeNull()
  })

  test("keeps an administrator's impersonation on the administrator's device", async () => {
    const time = { now: Date.now() }
    const { auth, adapter, enter } = await oauthService({
      ...{ account: { administration: true }, clock: () => time.now, session: { strategy, deviceBound: true } },
      callbacks: { impersonate: ({ actor }) => actor.email === "root@app.test" },
    })
    const [root, ada] = [await boundBrowser(auth), await boundBrowser(auth)]
    await root.register(await enter(root, person("root")))
    await enter(ada, person("ada"))
    const adaId = (await adapter.getUserByEmail("ada@app.test"))?.id ?? ""
    const { cookies } = await auth.users.impersonate(adaId, root.request("/admin"))
    root.receive(new Response(null, { headers: cookies.map((line): [string, string] => ["set-cookie", line]) }))
    expect(await root.session()).toMatchObject({ user: { name: "ada" }, actor: { name: "root" } })
    time.now += 600_000
    root.jar.delete(BOUND)
    const thief = await boundBrowser(auth, { jar: new Map(root.jar) })
    expect(await thief.session()).toBeNull()
    expect((await root.refresh()).status).toBe(200)
    expect(await root.session()).toMatchObject({ user: { name: "ada" }, actor: { name: "root" } })
  })
})
