import { describe, expect, test } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { createSettings } from "../../service/features.ts"
import {
  GRACE,
  NEW_PASSWORD,
  passwordAccountService,
  signedIn,
  type Browser,
} from "../../test-kit/password-account-service.ts"
import { storeApp } from "../../test-kit/stored-app.ts"

const EMAIL = GRACE.email
const WRONG = "000000"
const errorParam = (response: Response) =>
  new URL(response.headers.get("location") ?? "x:", "https://app.test").searchParams.get("error")

/** Grace signed up in one browser a day ago. */
async function signedUpService() {
  const adapter = MemoryAdapter()
  const time = { now: Date.UTC(2026, 0, 1) }
  const service = passwordAccountService({
    adapter,
    config: { secondFactor: { emailCode: true }, session: { strategy: "database" }, clock: () => time.now },
  })
  const { browser, signUp, post, links, sent, emails, newest } = service
  const grace = browser()
  await signUp(grace)
  const { jar } = grace
  const later = (minutes: number) => void (time.now += minutes * 60_000)
  later(24 * 60)
  const known = async () => {
    const from = browser()
    for (const [name, cookie] of jar) from.jar.set(name, cookie)
    await post(from, "/signout", {})
    return from
  }
  const requestLink = (from: Browser, email = EMAIL) => post(from, "/signin/email", { email })
  const forgot = (from: Browser, email = EMAIL) => post(from, "/forgot-password", { email })
  const enroll = async () => {
    const settings = createSettings({ secret: "s".repeat(32), adapter, clock: () => time.now }, { env: {} })
    const userId = (await adapter.getUserByEmail(EMAIL))?.id ?? expect.fail("Grace has an account")
    await storeApp({ settings, store: adapter }, { userId })
    later(24 * 60)
  }
  const countSent = async () => (await sent()).length + links.length
  return { ...service, adapter, later, known, requestLink, forgot, enroll, countSent, emails, newest }
}

describe("emails to one mailbox", () => {
  const SPELLINGS = [EMAIL, "Grace@APP.test", "grace+a@app.test", "g.race@app.test", "g.r.a.c.e+b@app.test"]

  test("share one quota, of all kinds and spellings (threat 156)", async () => {
    const { auth, browser, post, requestLink, forgot, countSent } = await signedUpService()
    const before = await countSent()
    for (const [turn, address] of [...SPELLINGS, ...SPELLINGS].entries()) {
      await forgot(browser(), address)
      await requestLink(browser(), address)
      await post(browser(), "/sign-up", { email: address, password: `${NEW_PASSWORD} ${turn}` })
    }
    await expect(auth.invite({ email: "gra.ce+c@app.test" })).rejects.toThrow()
    expect((await countSent()) - before).toBeLessThanOrEqual(5)
  })

  test("reach the owner in a browser of theirs, whatever strangers request (threat 156)", async () => {
    const { browser, requestLink, forgot, countSent, known, links, post, later } = await signedUpService()
    const owner = await known()
    for (let turn = 0; turn < 8; turn++) for (const address of SPELLINGS) await forgot(browser(), address)
    const flooded = await countSent()
    await requestLink(browser())
    expect(await countSent()).toBe(flooded)
    await forgot(owner)
    expect(await countSent()).toBe(flooded + 1)
    await requestLink(owner)
    expect(await countSent()).toBe(flooded + 2)
    await post(owner, "/callback/email", { code: links.at(-1)?.code ?? "" })
    expect(await signedIn(owner)).toBe(EMAIL)
    for (let turn = 0; turn < 20; turn++) await forgot(owner)
    expect(await countSent()).toBeLessThanOrEqual(flooded + 5) // a stolen cookie floods no mailbox either
    later(15)
    await forgot(browser())
    expect(await countSent()).toBeLessThanOrEqual(flooded + 6)
  })

  test("include the code of the owner's second factor, in a browser of theirs (threat 156)", async () => {
    const { browser, forgot, signIn, known, links, post, enroll } = await signedUpService()
    await enroll()
    const owner = await known()
    for (let turn = 0; turn < 8; turn++) await forgot(browser())
    await signIn(owner)
    const answer = async (fields: Record<string, string>) => {
      const step = (await (await owner.get("/step", { "x-auth-return-redirect": "1" })).json()) as { attempt: string } // the step's props
      await post(owner, "/step/second-factor", { attempt: step.attempt, method: "email", ...fields })
    }
    await answer({})
    await answer({ code: links.at(-1)?.code ?? "" })
    expect(await signedIn(owner)).toBe(EMAIL)
  })
})

describe("after 25 wrong codes of a stranger, in a browser of the owner", () => {
  async function attackedService() {
    const service = await signedUpService()
    const { browser, post, requestLink, later } = service
    for (let mail = 0; mail < 5; mail++) {
      const stranger = browser()
      await requestLink(stranger)
      for (let turn = 0; turn < 5; turn++) await post(stranger, "/callback/email", { code: WRONG })
      later(16)
    }
    return service
  }

  test("the right code of a magic link signs in (threat 683)", async () => {
    const { browser, known, requestLink, post, links } = await attackedService()
    const owner = await known()
    await requestLink(owner)
    const { code = "" } = links.at(-1) ?? {}
    await post(owner, "/callback/email", { code })
    expect(await signedIn(owner)).toBe(EMAIL)
    const elsewhere = browser()
    await requestLink(elsewhere)
    await post(elsewhere, "/callback/email", { code: links.at(-1)?.code ?? "" })
    expect(await signedIn(elsewhere)).toBeNull()
  })

  test("the right code of a reset opens the form (threat 683)", async () => {
    const { known, forgot, post, newest } = await attackedService()
    const owner = await known()
    await forgot(owner)
    const { code = "" } = await newest("reset-password")
    const opened = await post(owner, "/reset-password", { code })
    expect(errorParam(opened)).toBeNull()
    await post(owner, "/reset-password", { password: NEW_PASSWORD })
    await post(owner, "/callback/password", { email: EMAIL, password: NEW_PASSWORD })
    expect(await signedIn(owner)).toBe(EMAIL)
  })

  test("20 wrong codes a day are the most there too (threat 683)", async () => {
    const { known, requestLink, post, links, later } = await attackedService()
    const owner = await known()
    for (let mail = 0; mail < 4; mail++) {
      await requestLink(owner)
      for (let turn = 0; turn < 5; turn++) await post(owner, "/callback/email", { code: WRONG })
      later(16)
    }
    await requestLink(owner)
    await post(owner, "/callback/email", { code: links.at(-1)?.code ?? "" })
    expect(await signedIn(owner)).toBeNull()
  })
})
