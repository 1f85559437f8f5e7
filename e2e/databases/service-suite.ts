import { expect, test } from "vitest"
import type { AccountDetails } from "../../client/account-contract.ts"
import type { Adapter, AdapterAccount } from "../../server/adapters/contract.ts"
import type { AuthConfig } from "../../server/service/config.ts"
import type { EmailConfig, OIDCConfig, VerificationRequest } from "../../server/providers/types.ts"
import { ACME, errorParam, oauthService, signedInName, type Browser } from "../../server/test-kit/oauth-service.ts"
import { cookieClient } from "../../server/testing/cookie-client.ts"
import { runLifecycle } from "../../server/test-kit/lifecycle-model.ts"
import { STEP_COMMANDS } from "../../server/test-kit/lifecycle-steps.ts"
import { boundSessionSuite } from "./bound-session-suite.ts"
import { deletionSuite } from "./deletion-suite.ts"
import { devicesSuite } from "./devices-suite.ts"
import { emailChangeSuite } from "./email-change-suite.ts"
import { factorSuite } from "./factor-suite.ts"
import { nativeAppSuite } from "./native-app-suite.ts"
import { passwordSuite } from "./password-suite.ts"

/** Latchkit on an adapter, with sign-in by OpenID and by email. */
export async function serviceOn(
  adapter: Adapter,
  config: Partial<AuthConfig> = {},
  provider: Partial<OIDCConfig> = {},
) {
  const mails: VerificationRequest[] = []
  const sendVerificationRequest = (sent: VerificationRequest): void => void mails.push(sent)
  const mail: EmailConfig = { id: "email", name: "Email", type: "email", sendVerificationRequest }
  const told: string[] = []
  const events = { createUser: () => void told.push("createUser"), signIn: () => void told.push("signIn") }
  const service = await oauthService({ providers: [{ ...ACME, ...provider }, mail], adapter, events, ...config })
  const ask = async (browser: Browser, email: string): Promise<string> => {
    await browser.post("/signin/email", { csrfToken: await browser.csrfToken(), email })
    return mails.at(-1)?.url ?? expect.fail("no mail")
  }
  return { ...service, adapter, told, ask }
}

const unique = (name: string): string => `${name}-${crypto.randomUUID()}@app.test`

/** Tests sign-ins by HTTP request, the same for every database. */
export function serviceSuite(adapter: () => Adapter): void {
  devicesSuite(adapter)
  factorSuite(adapter)
  passwordSuite(adapter)
  emailChangeSuite(adapter)
  deletionSuite(adapter)
  nativeAppSuite(adapter)
  boundSessionSuite(adapter)

  test.each(["jwt", "database"] as const)(
    "random sequences of sign-ins and changes leave the right user signed in, with the %s strategy",
    { timeout: 120_000 },
    (strategy) => runLifecycle(adapter(), { strategy, sequences: 20, more: STEP_COMMANDS }),
  )

  test("a person signs in by provider and by mail, lists their sessions and signs out", async () => {
    const { auth, browser, enter, ask } = await serviceOn(adapter())
    const email = unique("ada")
    const [laptop, phone] = [browser(), browser()]
    // The first proof of the mailbox ends what was open before, so it comes first
    await enter(laptop, { sub: email, email, email_verified: true })
    await laptop.get(await ask(laptop, email))
    await enter(phone, { sub: email, email, email_verified: true })
    expect([await signedInName(laptop), await signedInName(phone)]).toEqual([email, email])
    expect(await auth.listSessions({ headers: { cookie: laptop.cookieHeader() } })).toHaveLength(2)
    await laptop.post("/signout", { csrfToken: await laptop.csrfToken() })
    expect([await signedInName(laptop), await signedInName(phone)]).toEqual([null, email])
  })

  test("accepts one of 50 parallel uses of a magic link (threat 146)", async () => {
    const { auth, browser, ask, told, adapter: db } = await serviceOn(adapter())
    const email = unique("race")
    const asking = browser()
    const link = await ask(asking, email)
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => cookieClient(auth, new Map(asking.jar)).get(link)),
    )
    expect(answers.filter((answer) => errorParam(answer) === null)).toHaveLength(1)
    expect(answers.filter((answer) => errorParam(answer) === "Verification")).toHaveLength(49)
    expect(told.sort()).toEqual(["createUser", "signIn"])
    expect(await db.listSessions?.((await db.getUserByEmail?.(email))?.id ?? "")).toHaveLength(1)
  })

  test("creates one user for 20 parallel first sign-ins, and none fails (threat 269)", async () => {
    const { browser, start, told, adapter: db } = await serviceOn(adapter())
    const email = unique("race")
    const visits = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const each = browser()
        return { each, url: await start(each, { sub: email, email, email_verified: true }) }
      }),
    )
    const answers = await Promise.all(visits.map(({ each, url }) => each.get(url)))
    expect(answers.map(errorParam)).toEqual(Array.from({ length: 20 }, () => null))
    expect(told.filter((name) => name === "createUser")).toHaveLength(1)
    expect(await db.listAccounts?.((await db.getUserByEmail?.(email))?.id ?? "")).toHaveLength(1)
  })

  test("accepts one of 20 parallel callbacks of one authorization (threat 69)", async () => {
    const { auth, browser, start } = await serviceOn(adapter())
    const email = unique("flow")
    const asking = browser()
    const url = await start(asking, { sub: email, email, email_verified: true })
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => cookieClient(auth, new Map(asking.jar)).get(url)),
    )
    expect(answers.filter((answer) => errorParam(answer) === null)).toHaveLength(1)
  })

  test("operations that an app overrides by spreading are called, and undone with the rest of a transaction if there is one", async () => {
    const base = adapter()
    const called: string[] = []
    const overridden = (more: Partial<Adapter>): Adapter => ({
      ...base,
      createUser: (user) => (called.push("createUser"), base.createUser?.(user) ?? user),
      linkAccount: ({ id_token: _, ...account }) => (called.push("linkAccount"), base.linkAccount?.(account)),
      ...more,
    })
    const email = unique("spread")
    const person = { sub: email, email, email_verified: true }
    const failing = async (account: AdapterAccount) => {
      await base.linkAccount?.(account)
      throw new Error("down")
    }
    const broken = await serviceOn(overridden({ linkAccount: failing }))
    const failed = errorParam(await broken.enter(broken.browser(), person))
    const left = await base.getUserByEmail?.(email)
    // Without transactions the account that the override linked before it threw stays linked, and the sign-in continues
    const undone = base.transaction !== undefined
    if (undone) expect([failed, left]).toEqual(["Configuration", null])
    else
      expect([
        failed,
        left?.email,
        (await base.getUserByAccount?.({ provider: "acme", providerAccountId: email }))?.id,
      ]).toEqual([null, email, left?.id])
    called.length = 0
    const { browser, enter } = await serviceOn(overridden({}))
    const each = browser()
    expect(errorParam(await enter(each, person))).toBeNull()
    expect(await signedInName(each)).toBe(email)
    expect(called).toEqual(undone ? ["createUser", "linkAccount"] : [])
    if (!undone) return
    expect((await base.getAccount?.(email, "acme"))?.["id_token"]).toBeUndefined()
  })

  test("six accounts unlinked at once, in two processes, leave a way in", async () => {
    const [one, other] = [await serviceOn(adapter()), await serviceOn({ ...adapter() })]
    const browser = one.browser()
    const email = unique("unlink")
    for (const sub of Array.from({ length: 6 }, (_, index) => `${index}-${email}`))
      await one.enter(browser, { sub, email, email_verified: true })
    const { accounts } = (await (await browser.get("/account")).json()) as AccountDetails // what the wire says
    const csrfToken = await browser.csrfToken()
    const answers = await Promise.all(
      (accounts ?? []).map(({ id }, index) =>
        cookieClient(index % 2 ? one.auth : other.auth, new Map(browser.jar)).postJson("/account", {
          csrfToken,
          change: "unlink",
          id,
        }),
      ),
    )
    const left = (await adapter().listAccounts?.((await adapter().getUserByEmail?.(email))?.id ?? "")) ?? []
    expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual(left.map(() => 409))
    expect(left.length).toBeGreaterThan(0)
  })
}

/** Stops the database during 20 first sign-ins and starts it again. Each user can retry. */
export async function killedMidway(
  adapter: Adapter,
  { kill, restart }: { kill(): Promise<void>; restart(): Promise<void> },
): Promise<void> {
  const begun = { transactions: 0, killed: Promise.resolve() }
  const transaction: Adapter["transaction"] = (work) => {
    begun.transactions += 1
    const isKilled = begun.transactions === 10
    const run: typeof work = async (within) => {
      const result = await work(within)
      if (isKilled) await (begun.killed = kill()) // its rows are written, but not committed
      return result
    }
    return adapter.transaction?.(run) ?? Promise.reject(new Error("The adapter has no transactions"))
  }
  const { browser, start, enter } = await serviceOn({ ...adapter, transaction })
  const people = Array.from({ length: 20 }, () => unique("killed")).map((email) => ({
    sub: email,
    email,
    email_verified: true,
  }))
  const visits = await Promise.all(people.map(async (person) => ({ each: browser(), person })))
  const urls = await Promise.all(visits.map(({ each, person }) => start(each, person)))
  const answers = await Promise.all(visits.map(({ each }, index) => each.get(urls[index] ?? "")))
  await begun.killed
  expect(answers.filter((answer) => answer.status >= 500)).toEqual([])
  expect(answers.map(errorParam)).toContain("Configuration")
  await restart()
  for (const { person } of visits) {
    const again = browser()
    expect(errorParam(await enter(again, person))).toBeNull()
    expect(await signedInName(again)).toBe(person.email)
    const user = await adapter.getUserByEmail?.(person.email)
    expect(await adapter.listAccounts?.(user?.id ?? "")).toHaveLength(1)
    expect((await adapter.getUserByAccount?.({ provider: "acme", providerAccountId: person.sub }))?.id).toBe(user?.id)
  }
}
