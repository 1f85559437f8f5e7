import { afterEach, expect, test, vi } from "vitest"
import type { Adapter } from "../../server/adapters/contract.ts"
import { cookieClient, type CookieJarMap } from "../../server/testing/cookie-client.ts"
import { passwordAccountService, signedIn } from "../../server/test-kit/password-account-service.ts"

const HOUR = 60 * 60 * 1000
const PASSWORD = "the password of a clock that jumps"

const JUMPS = [
  { name: "an hour ahead", jump: HOUR },
  { name: "14 hours ahead", jump: 14 * HOUR },
  { name: "an hour back", jump: -HOUR },
  { name: "14 hours back", jump: -14 * HOUR },
] as const
const CASES = (["database", "jwt"] as const).flatMap((strategy) => JUMPS.map((row) => ({ ...row, strategy })))

/** Lets the clock of the machine or of one instance jump between requests, the same for every database. */
export function clockSuite(adapter: () => Adapter): void {
  afterEach(() => void vi.useRealTimers())

  test.each(CASES)(
    "a clock that jumps $name signs no user out and lets nobody in, with $strategy sessions",
    async ({ jump, strategy }) => {
      const [here, there] = [open(adapter(), { strategy }), open(adapter(), { strategy })]
      const account = await prepare(here)
      const check = async () => {
        for (const instance of [here, there]) await expectSame(instance, account, strategy)
      }
      await check()
      setClock(jump)
      await check()
      setClock(0)
      await check()
      there.clock.ahead = jump // the instances disagree from here on
      await check()
      there.clock.ahead = 0
      await check()
    },
  )

  test.each(JUMPS)("a limit that was reached ends in time although the clock jumps $name", async ({ jump }) => {
    const { browser, post } = open(adapter(), { rateLimit: true })
    const email = `limited-${crypto.randomUUID()}@app.test`
    /** Returns for how many seconds another email is rejected. */
    const request = async () => {
      const response = await post(browser(), "/signin/email", { email })
      return Number(response.headers.get("retry-after") ?? 0)
    }
    const waits = []
    for (let turn = 0; turn < 6; turn++) waits.push(await request())
    expect(waits.at(-1)).toBeGreaterThan(0)
    setClock(jump)
    expect(await request()).toBeLessThanOrEqual(HOUR / 1000)
  })
}

/** Moves the clock of the whole process, including its database drivers. */
function setClock(jump: number): void {
  vi.useRealTimers()
  if (jump !== 0) vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + jump })
}

interface Options {
  strategy?: "database" | "jwt"
  rateLimit?: true
}

/** Opens an instance on the shared database, with its own clock. */
function open(adapter: Adapter, { strategy = "jwt", rateLimit }: Options) {
  const clock = { ahead: 0 }
  const config = {
    ...{ clock: () => Date.now() + clock.ahead, session: { strategy } },
    ...(!rateLimit && { rateLimit: false as const }),
  }
  return { ...passwordAccountService({ adapter, config }), clock }
}

type Instance = ReturnType<typeof open>

interface Account {
  email: string
  /** The cookies of a browser that stays signed in. */
  owner: CookieJarMap
  /** The cookies of a browser from before its sign-out. */
  ended: CookieJarMap
  /** A magic link that has signed a user in. */
  usedLink: string
  /** The token of a reset that is done. */
  usedToken: string
}

async function prepare({ browser, post, signIn, signUp, links, newest, tokenIn }: Instance): Promise<Account> {
  const email = `clock-${crypto.randomUUID()}@app.test`
  await signUp(browser(), { email, password: `${PASSWORD} before the reset` })
  const asking = browser()
  await post(asking, "/forgot-password", { email })
  const usedToken = tokenIn(await newest("reset-password"))
  await post(asking, "/reset-password", { token: usedToken, password: PASSWORD })
  const [owner, left] = [browser(), browser()]
  await post(owner, "/signin/email", { email })
  const usedLink = links.at(-1)?.url ?? expect.fail("no link")
  await owner.get(usedLink)
  await signIn(left, { email, password: PASSWORD })
  const ended = new Map(left.jar)
  await post(left, "/signout", {})
  return { email, owner: owner.jar, ended, usedLink, usedToken }
}

/** Fails unless each request has the same result as before the jump. */
async function expectSame(
  { auth, browser, post, signIn }: Instance,
  { email, owner, ended, usedLink, usedToken }: Account,
  strategy: Options["strategy"],
): Promise<void> {
  expect(await signedIn(cookieClient(auth, owner)), "stays signed in").toBe(email)
  if (strategy === "database") expect(await signedIn(cookieClient(auth, new Map(ended))), "stays signed out").toBeNull()

  const thief = browser()
  await thief.get(usedLink)
  await post(thief, "/signin/email", { token: new URL(usedLink).searchParams.get("token") ?? "" })
  await post(thief, "/reset-password", { token: usedToken, password: "a password of a thief" })
  await signIn(thief, { email, password: "a password of a thief" })
  expect(await signedIn(thief), "nobody is let in").toBeNull()

  const again = browser()
  await signIn(again, { email, password: PASSWORD })
  expect(await signedIn(again), "can sign in").toBe(email)
  await post(again, "/signout", {})
  expect(await signedIn(again), "can sign out").toBeNull()
}
