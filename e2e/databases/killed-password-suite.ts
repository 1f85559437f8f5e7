import { expect, test, vi } from "vitest"
import type { AccountRecordOperations } from "../../server/adapters/account-record.ts"
import type { Adapter } from "../../server/adapters/contract.ts"
import { createPasswordHasher } from "../../server/core/crypto/passwords/hasher.ts"
import { importPassword } from "../../server/features/password/import-password.ts"
import { killable, type WriteLog } from "../../server/test-kit/killed-adapter.ts"
import { FAST_HASH, signedIn, type Browser } from "../../server/test-kit/password-account-service.ts"
import { killedTogether } from "./killed-process.ts"
import { killedService, type KilledForm, type Place } from "./killed-password.ts"

export interface Database {
  adapter: Adapter
  place: Place
  /**
   * Returns another database for each number. Needed if a request may wait for one that stands still before a write: SQLite
   * locks the whole file, and MariaDB the gaps between rows.
   */
  another?: (number: number) => Promise<Database>
}

type Strategy = KilledForm["strategy"]

const OLD = "the password before the kill"
const NEW = "the password after the kill"
const LAST = "the password of the retry"

/** A form that is ready to be posted. */
interface Ready {
  from: Browser
  path: string
  fields: Record<string, string>
}

/** Kills a process between each two writes of a reset and a sign-up, the same for every database. */
export function killedPasswordSuite(database: () => Database): void {
  test.each([
    { strategy: "database", isProven: true },
    { strategy: "jwt", isProven: false },
  ] as const)(
    "a process that dies in a reset leaves the account before or after it: $strategy, proven: $isProven (threat 484)",
    { timeout: 120_000 },
    async ({ strategy, isProven }) => {
      const states = await eachKill(
        { database: database(), strategy, ready: (adapter) => readyReset(adapter, { strategy, isProven }) },
        async (ready, die) => {
          await die()
          const { worksWith, owner, reset, recover } = ready
          const [isOld, isNew, open] = [await worksWith(OLD), await worksWith(NEW), await signedIn(owner)]
          // The eviction of an unproven mailbox removes the old password first. Then neither works until the retry
          expect([isOld && isNew, isNew && open !== null, isProven && !isOld && !isNew]).toEqual([false, false, false])
          // The first proof of a mailbox ends what was open before, also if the reset goes no further
          if (isOld && isProven) expect(open).not.toBeNull()
          await (isOld || isNew ? reset : recover)(LAST)
          expect([await worksWith(LAST), await worksWith(OLD), await worksWith(NEW)]).toEqual([true, false, false])
          expect(await signedIn(owner)).toBeNull()
          return isNew ? "new" : isOld ? "old" : "none"
        },
      )
      expect(states[0]).toBe("old")
      expect(states.at(-1)).toBe("new")
    },
  )

  test(
    "a process that dies in a sign-up leaves no account, or one that its owner can use (threat 484)",
    { timeout: 120_000 },
    async () => {
      const states = await eachKill(
        { database: database(), strategy: "database", ready: readySignUp },
        async (ready, die, adapter) => {
          await die()
          const { email, worksWith, signUp, reset, recover } = ready
          const user = (await adapter.getUserByEmail?.(email)) ?? null
          const isUsable = await worksWith(OLD)
          if (adapter.transaction) expect(isUsable).toBe(user !== null)
          if (isUsable) await reset(LAST)
          else if (user) await recover(LAST)
          else await signUp(LAST)
          expect(await worksWith(LAST)).toBe(true)
          return isUsable ? "new" : user ? "user" : "old"
        },
      )
      expect(states[0]).toBe("old")
      expect(states.at(-1)).toBe("new")
    },
  )
}

/** Kills a process between each two writes of a change of the address, the same for every database. */
export function killedEmailChangeSuite(database: () => Database): void {
  test(
    "a process that dies in a change of the address leaves the account before or after it (threats 489, 492)",
    { timeout: 180_000 },
    async () => {
      const states = await eachKill(
        { database: database(), strategy: "database", ready: readyEmailChange },
        async (ready, die, adapter) => {
          await die()
          const { email, next, other, service, fields, findToken } = ready
          const { browser, post, signIn } = service
          const isNew = (await adapter.getUserByEmail?.(next)) !== null
          expect((await adapter.getUserByEmail?.(email)) === null).toBe(isNew)
          if (isNew) expect(await signedIn(other)).toBeNull()
          const owner = browser()
          await signIn(owner, { email: isNew ? next : email, password: OLD })
          expect(await signedIn(owner)).not.toBeNull()
          // The dead process may still hold the lock
          await post(owner, "/change-email", { token: fields.token })
          if ((await adapter.getUserByEmail?.(next)) === null) {
            await post(owner, "/account", { change: "change-email", email: next })
            await post(owner, "/change-email", { token: await findToken("email-change", 1) })
          }
          expect((await adapter.getUserByEmail?.(next))?.email).toBe(next)
          return isNew ? "new" : "old"
        },
      )
      expect(states[0]).toBe("old")
      expect(states.at(-1)).toBe("new")
    },
  )
}

/** Milliseconds after which the lock of a dead process has ended. */
const LOCK_ENDS = 20_000

interface Kills<R extends Ready> {
  database: Database
  strategy: Strategy
  ready: (adapter: Adapter) => Promise<R>
}

/**
 * Runs `check` once for each write of a form, with a function that posts the form in a process that dies before it. The
 * clock then says that the lock of the dead process has ended.
 */
export async function eachKill<R extends Ready, State>(
  { database, strategy, ready }: Kills<R>,
  check: (ready: R, die: () => Promise<void>, adapter: Adapter) => Promise<State>,
): Promise<State[]> {
  const log: WriteLog = { names: [] }
  const whole = await ready(database.adapter)
  const { auth } = killedService(killable(database.adapter, log), strategy)
  const posted = await auth.handle(formRequest(whole))
  expect([posted.status < 400, log.names.length > 3]).toEqual([true, true])
  const { now } = Date
  const clock = vi.spyOn(Date, "now")
  const places = [...log.names.keys()]
  // All at once, because a process whose clock is behind would reject newer cookies. And a check may carry out what a
  // process that still runs has begun
  const killed = killedTogether("killed-password.ts", places.length)
  const checks = places.map(async (before) => {
    const { adapter, place } = (await database.another?.(before)) ?? database
    const each = await ready(adapter)
    const die = async () => {
      const { from, path, fields } = each
      const form: KilledForm = { place, strategy, cookies: [...from.jar], path, fields, before }
      await killed(form)
      clock.mockImplementation(() => now() + LOCK_ENDS)
    }
    return check(each, die, adapter)
  })
  return Promise.all(checks).finally(() => clock.mockRestore())
}

function formRequest({ from, path, fields }: Ready): Request {
  const headers = { cookie: from.cookieHeader() }
  return new Request(`https://app.test/auth${path}`, { method: "POST", headers, body: new URLSearchParams(fields) })
}

/** A user who is signed in with the old password, and a browser that opened the link of a reset. */
async function readyReset(adapter: Adapter, { strategy, isProven }: { strategy: Strategy; isProven: boolean }) {
  const account = accountOn(adapter, strategy)
  const { service, email } = account
  if (isProven) await account.signUp(OLD)
  else {
    const user = { id: crypto.randomUUID(), name: null, image: null, email, emailVerified: null }
    const { id } = (await adapter.createUser?.(user)) ?? expect.fail("no user")
    const hash = await createPasswordHasher({ hash: FAST_HASH }).hash({ text: OLD, raw: OLD }, { key: "", known: true })
    await importPassword(adapter as AccountRecordOperations, { userId: id, hash }) // an adapter has all six operations or none
  }
  const owner = service.browser()
  await service.signIn(owner, { email, password: OLD })
  expect(await signedIn(owner)).toBe(email)
  const from = service.browser()
  const token = await account.forgotten()
  const fields = { csrfToken: await from.csrfToken(), token, password: NEW }
  return { ...account, owner, from, path: "/reset-password", fields }
}

/** A browser that asked for an account, and has the link. */
async function readySignUp(adapter: Adapter) {
  const account = accountOn(adapter, "database")
  const { from, token } = await account.asked(OLD)
  return { ...account, from, path: "/sign-up", fields: { csrfToken: await from.csrfToken(), token } }
}

/** A user who is signed in in two browsers, and has the link of a change of the address. */
async function readyEmailChange(adapter: Adapter) {
  const account = accountOn(adapter, "database")
  const { service, email, findToken } = account
  await account.signUp(OLD)
  const [from, other] = [service.browser(), service.browser()]
  for (const each of [from, other]) await service.signIn(each, { email, password: OLD })
  const next = `moved-${crypto.randomUUID()}@app.test`
  await service.post(from, "/account", { change: "change-email", email: next })
  const fields = { csrfToken: await from.csrfToken(), token: await findToken("email-change", 0) }
  return { ...account, from, other, next, path: "/change-email", fields }
}

export function accountOn(adapter: Adapter, strategy: Strategy) {
  const service = killedService(adapter, strategy)
  const { browser, post, signIn, emails, links, tokenIn } = service
  const email = `killed-${crypto.randomUUID()}@app.test`
  const findToken = async (kind: string, count: number) => {
    const sent = () => emails.filter((one) => one.kind === kind)
    await vi.waitFor(() => expect(sent().length).toBeGreaterThan(count))
    return sent().map(tokenIn).at(-1) ?? ""
  }
  const countEmails = (kind: string) => emails.filter((one) => one.kind === kind).length
  const asked = async (password: string) => {
    const from = browser()
    const before = countEmails("confirm-sign-up")
    await post(from, "/sign-up", { email, password })
    return { from, token: await findToken("confirm-sign-up", before) }
  }
  const forgotten = async () => {
    const before = countEmails("reset-password")
    await post(browser(), "/forgot-password", { email })
    return findToken("reset-password", before)
  }
  return {
    ...{ service, email, asked, forgotten, findToken, countEmails },
    async signUp(password: string) {
      const { from, token } = await asked(password)
      await post(from, "/sign-up", { token })
    },
    async reset(password: string) {
      const done = await post(browser(), "/reset-password", { token: await forgotten(), password })
      expect(done.status).toBe(303)
    },
    /** Signs in by a link, because a user without a password can reset none, and sets one. */
    async recover(password: string) {
      const from = browser()
      await post(from, "/signin/email", { email })
      const find = () => links.findLast(({ identifier }) => identifier === email) ?? expect.fail("no link")
      await from.get((await vi.waitFor(find)).url)
      expect((await post(from, "/account", { change: "set-password", password })).status).toBe(303)
    },
    async worksWith(password: string) {
      const from = browser()
      await signIn(from, { email, password })
      return (await signedIn(from)) === email
    },
  }
}
