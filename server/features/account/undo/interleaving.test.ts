import { describe, expect, test } from "vitest"
import { MemoryAdapter } from "../../../adapters/memory.ts"
import { cookieClient } from "../../../testing/cookie-client.ts"
import { stepped } from "../../../test-kit/killed-adapter.ts"
import { isLong } from "../../../test-kit/long.ts"
import { GRACE, passwordAccountService, signedIn, type Browser } from "../../../test-kit/password-account-service.ts"

const THIEF = "thief@evil.test"
const STRATEGIES = ["jwt", "database"] as const

/** Requests of the thief while the owner's undo runs. Each function returns a browser that may be signed in. */
const THEFTS: Record<string, (ready: Ready) => Promise<{ from: Browser; send: () => Promise<Response> }>> = {
  "signs in with the changed password": async ({ browser, signIn }) => {
    const from = browser()
    const csrfToken = await from.csrfToken()
    return { from, send: () => signIn(from, { email: THIEF, password: GRACE.password, csrfToken }) }
  },
  "follows a magic link to the new address": async ({ browser, post, links }) => {
    const from = browser()
    await post(from, "/signin/email", { email: THIEF })
    const { url = "" } = links.at(-1) ?? {}
    return { from, send: () => from.get(url) }
  },
  "enters an emailed code": async ({ browser, post, links }) => {
    const from = browser()
    await post(from, "/signin/email", { email: THIEF })
    const { code = "" } = links.at(-1) ?? {}
    const csrfToken = await from.csrfToken()
    return { from, send: () => from.post("/callback/email", { csrfToken, code }) }
  },
  "changes the address again": async ({ thief, post, newest, tokenIn }) => {
    await post(thief, "/account", { change: "change-email", email: "second@evil.test" })
    const token = tokenIn(await newest("email-change"))
    const csrfToken = await thief.csrfToken()
    return { from: thief, send: () => thief.post("/change-email", { csrfToken, token }) }
  },
  "refreshes the session": async ({ thief }) => {
    const csrfToken = await thief.csrfToken()
    return { from: thief, send: () => thief.postJson("/session", { csrfToken, data: {} }) }
  },
}

/** With database sessions, only how a session opens and how it is refreshed differ. The long run has all. */
const theftsWith = (strategy: (typeof STRATEGIES)[number]) =>
  Object.keys(THEFTS).filter(
    (name) => isLong || strategy === "jwt" || /^(signs in with the changed password|refreshes)/.test(name),
  )

type Ready = Awaited<ReturnType<typeof readyUndo>>

/** Grace, whose address a thief changed, and the link that undoes it. */
async function readyUndo(strategy: (typeof STRATEGIES)[number]) {
  const adapter = MemoryAdapter()
  const config = { session: { strategy }, rateLimit: false } as const
  const service = passwordAccountService({ adapter, config })
  const { browser, signUp, post, newest, tokenIn } = service
  const thief = browser()
  await signUp(thief)
  await post(thief, "/account", { change: "change-email", email: THIEF })
  await post(thief, "/change-email", { token: tokenIn(await newest("email-change")) })
  expect(await signedIn(thief)).toBe(THIEF)
  const token = tokenIn(await newest("email-changed"))
  /** An instance on the same database, whose operations call `before`. */
  const beside = (before: (turn: number) => Promise<void>) =>
    passwordAccountService({ adapter: stepped(adapter, before), config }).auth
  return { ...service, adapter, thief, token, beside }
}

const SHORT = () => new Promise<void>((resolve) => setTimeout(resolve, 4))

describe.each(STRATEGIES)("between any two operations of an undo, with %s sessions, a thief who", (strategy) => {
  test.each(theftsWith(strategy))("%s is signed out afterwards (threats 491, 492)", async (name) => {
    for (let place = 0, isLast = false; !isLast; place++) {
      const ready = await readyUndo(strategy)
      const { from, send } = (await THEFTS[name]?.(ready)) ?? expect.fail(name)
      const running: Promise<Response>[] = []
      isLast = true
      const auth = ready.beside(async (turn) => {
        if (turn !== place) return
        isLast = false
        running.push(send())
        await Promise.race([running[0], SHORT()]) // the thief may have to wait for the undo's lock
      })
      const owner = cookieClient(auth)
      const csrfToken = await cookieClient(ready.auth, owner.jar).csrfToken()
      const undone = await owner.post("/undo", { csrfToken, token: ready.token })
      expect(undone.headers.get("location")).toContain("/auth/forgot-password")
      await Promise.all(running)
      const user = await ready.adapter.getUserByEmail(GRACE.email)
      expect([place, await signedIn(from), await signedIn(ready.thief), user?.email]).toEqual([
        ...[place, null, null, GRACE.email],
      ])
      if (strategy === "database")
        expect([place, await ready.adapter.listSessions(user?.id ?? "")]).toEqual([place, []])
    }
  })

  test.each(theftsWith(strategy))("%s is signed out by an undo in between (threats 491, 492)", async (name) => {
    for (let place = 0, isLast = false; !isLast; place++) {
      const ready = await readyUndo(strategy)
      const undo = async () => {
        const owner = ready.browser()
        return owner.post("/undo", { csrfToken: await owner.csrfToken(), token: ready.token })
      }
      // Started from here, so that the undo isn't part of the thief's transaction
      const { promise: reached, resolve: start } = Promise.withResolvers<void>()
      const undone = reached.then(undo)
      isLast = true
      const { auth } = ready
      const handle = auth.handle.bind(auth)
      const slow = ready.beside(async (turn) => {
        if (turn !== place) return
        isLast = false
        start()
        await Promise.race([undone, SHORT()])
      })
      const { from, send } = (await THEFTS[name]?.(ready)) ?? expect.fail(name)
      auth.handle = (request) => slow.handle(request)
      const sent = send()
      auth.handle = handle
      await sent
      if (isLast) break
      expect((await undone).headers.get("location")).toContain("/auth/forgot-password")
      expect([place, await signedIn(from), await signedIn(ready.thief)]).toEqual([place, null, null])
      expect((await ready.adapter.getUserByEmail(GRACE.email))?.email).toBe(GRACE.email)
    }
  })
})
