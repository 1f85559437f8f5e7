import { describe, expect, test } from "vitest"
import { accountTables } from "../../adapters/account-tables.ts"
import type { Adapter } from "../../adapters/contract.ts"
import type { SecondFactorOptions } from "./options.ts"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { fromBase32 } from "../../core/proofs/base32.ts"
import { recoveryCodesState } from "../../core/proofs/recovery-codes.ts"
import { totpCode, totpStep } from "../../core/proofs/totp.ts"
import Passkey from "../../providers/passkey.ts"
import { softAuthenticator } from "../../test-kit/authenticator.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { plainAdapter } from "../../test-kit/email-service.ts"
import { stepped } from "../../test-kit/killed-adapter.ts"
import {
  GRACE,
  NEW_PASSWORD,
  passwordAccountService,
  signedIn,
  type Browser,
} from "../../test-kit/password-account-service.ts"
import type { AccountDetails } from "../../../client/account-contract.ts"

const MINUTE = 60_000
const SCRIPT = { accept: "application/json" }
const SHORT = () => new Promise<void>((resolve) => setTimeout(resolve, 200))

const ADAPTERS: [name: string, create: () => Adapter][] = [
  ["a database with transactions", () => MemoryAdapter()],
  [
    "a database without transactions",
    () => {
      const memory = MemoryAdapter()
      return { ...plainAdapter(memory), ...accountTables(memory) }
    },
  ],
]

/** Grace, whose clock a test moves, and the parts of her account that a thief changes too. */
async function graceService(adapter: Adapter, secondFactor: SecondFactorOptions = {}) {
  const time = { now: Date.UTC(2026, 0, 1) }
  const config = { clock: () => time.now, rateLimit: false, secondFactor } as const
  const options = { adapter, config, providers: [Passkey()] }
  const service = passwordAccountService(options)
  const { auth, browser, post, signUp, signIn } = service
  const own = browser()
  await signUp(own)
  const card = async (from: Browser, path: string) =>
    (await (await from.get(path, SCRIPT)).json()) as Record<string, string> // the card's props
  const enter = async (app?: { code: () => Promise<string> }) => {
    const from = browser()
    await signIn(from)
    if (app) {
      const { attempt = "" } = await card(from, "/step")
      await post(from, "/step/second-factor", { attempt, method: "totp", code: await app.code() })
      time.now += MINUTE
    }
    expect(await signedIn(from)).toBe(GRACE.email)
    return from
  }
  /** Starts an enrollment, and returns the form that finishes it. */
  const begin = async (from: Browser, path = "/two-step/totp") => {
    const { attempt = "", secretText = "", csrfToken = "" } = await card(from, path)
    const secret = fromBase32(secretText.replaceAll(" ", "")) ?? expect.fail("no secret")
    const code = () => totpCode(secret, totpStep(time.now))
    return { code, form: { csrfToken, attempt, code: await code() } }
  }
  const codesIn = async (response: Response) => {
    const { codes = [] } = JSON.parse((await response.text()) || "{}") as { codes?: string[] } // the card's props
    return codes
  }
  /** Turns two-step verification on, and returns the app and the recovery codes. */
  const turnOn = async (from: Browser) => {
    const { code, form } = await begin(from)
    const codes = await codesIn(await from.post("/two-step/totp", form, SCRIPT))
    time.now += MINUTE
    return { code, codes }
  }
  const change = async (from: Browser, fields: Record<string, string>) =>
    from.postJson("/account", { csrfToken: await from.csrfToken(), ...fields })
  const details = async (from: Browser) => (await (await from.get("/account")).json()) as AccountDetails // its contract
  /** Returns whether a recovery code finishes a sign-in. */
  const opens = async (code: string) => {
    const from = browser()
    for (const password of [GRACE.password, NEW_PASSWORD]) await signIn(from, { email: GRACE.email, password })
    const { attempt = "" } = await card(from, "/step")
    await post(from, "/step/second-factor", { attempt, method: "recovery", code })
    return (await signedIn(from)) !== null
  }
  const user = (await adapter.getUserByEmail?.(GRACE.email)) ?? expect.fail("no user")
  /** The same browser at an instance on the same database, whose operations call `before`. */
  const beside = (from: Browser, before: (turn: number) => Promise<void>) => {
    const other = passwordAccountService({
      ...options,
      adapter: stepped(adapter, before),
      mail: { sendAccountEmail: (email) => void service.emails.push(email) },
    })
    instances.push(other)
    return cookieClient(other.auth, from.jar)
  }
  const instances = [service]
  /** Resolves when each instance has sent its emails. */
  const sent = async () => Promise.all(instances.map((one) => one.sent()))
  const factors = async () =>
    ((await adapter.listAccountRecords?.("factor", user.id)) ?? []).filter(({ expires }) => expires === null)
  return {
    ...service,
    ...{ auth, time, own, card, enter, begin, codesIn, turnOn, change, details, opens, user },
    beside,
    factors,
    sent,
  }
}

type Ready<F extends () => Promise<Grace>> = Awaited<ReturnType<F>>
type Grace = Awaited<ReturnType<typeof graceService>>

/** Sends `inner` before each operation of `outer` in turn, and checks what is left each time. */
async function between<Prepared extends Grace>(
  ready: () => Promise<Prepared>,
  {
    outer,
    inner,
    check,
  }: {
    outer: (grace: Prepared, beside: (from: Browser) => Browser) => Promise<unknown>
    inner: (grace: Prepared) => Promise<unknown>
    check: (grace: Prepared, place: number) => Promise<void>
  },
) {
  for (let place = 0, isLast = false; !isLast; place++) {
    const grace = await ready()
    const running: Promise<unknown>[] = []
    isLast = true
    await outer(grace, (from) =>
      grace.beside(from, async (turn) => {
        if (turn !== place) return
        isLast = false
        running.push(inner(grace))
        await Promise.race([running[0], SHORT()]) // it may have to wait for a lock
      }),
    )
    await Promise.all(running)
    if (!isLast) await check(grace, place)
  }
}

describe.each(ADAPTERS)("with %s", (_, create) => {
  test("recovery codes of a thief who was signed out meanwhile never open, and the owner's stay (threat 438)", async () => {
    const ready = async () => {
      const grace = await graceService(create())
      const app = await grace.turnOn(grace.own)
      const thief = await grace.enter(app)
      const owner = await grace.enter(app)
      const stolen = { csrfToken: await thief.csrfToken() }
      return { ...grace, app, thief, owner, stolen, shown: { thief: [] as string[], owner: [] as string[] } }
    }
    await between(ready, {
      async outer({ thief, stolen, shown, codesIn }, beside) {
        const response = await beside(thief).post("/two-step/recovery-codes", stolen, SCRIPT)
        shown.thief = await codesIn(response)
      },
      async inner({ owner, change, codesIn, shown }) {
        await change(owner, { change: "change-password", password: NEW_PASSWORD })
        shown.owner = await codesIn(
          await owner.post("/two-step/recovery-codes", { csrfToken: await owner.csrfToken() }, SCRIPT),
        )
      },
      async check({ opens, shown, details, owner }, place) {
        expect([place, (await details(owner)).twoStep?.recoveryCodes?.left]).toEqual([place, 10])
        expect([place, await opens(shown.owner[0] ?? "")]).toEqual([place, true])
        for (const code of shown.thief.slice(0, 1)) expect([place, await opens(code)]).toEqual([place, false])
      },
    })
  })

  test("an app that a thief was adding when the owner removed it leaves no recovery codes (threats 438, 494)", async () => {
    const ready = async () => {
      const grace = await graceService(create())
      const thief = await grace.enter()
      const { form } = await grace.begin(thief)
      return { ...grace, thief, form, shown: { thief: [] as string[], owner: [] as string[] } }
    }
    // The owner follows the link of the email, and turns two-step verification on
    const takeBack = async ({ emails, browser, post, tokenIn, sent, enter, turnOn, shown }: Ready<typeof ready>) => {
      await sent()
      const mail = emails.find(({ kind }) => kind === "factor-added")
      if (!mail) return
      await post(browser(), "/undo", { token: tokenIn(mail) })
      shown.owner = (await turnOn(await enter())).codes
    }
    await between(ready, {
      async outer({ thief, form, shown, codesIn }, beside) {
        shown.thief = await codesIn(await beside(thief).post("/two-step/totp", form, SCRIPT))
      },
      inner: takeBack,
      async check(grace, place) {
        const { thief, factors, opens, shown } = grace
        if (shown.owner.length === 0) await takeBack(grace)
        expect([place, await signedIn(thief), (await factors()).length]).toEqual([place, null, 1])
        for (const code of shown.thief.slice(0, 1)) expect([place, await opens(code)]).toEqual([place, false])
        expect([place, await opens(shown.owner[0] ?? "")]).toEqual([place, true])
      },
    })
  })

  test("an app of a paused sign-in that the owner removed meanwhile leaves no recovery codes (threats 434, 438)", async () => {
    const ready = async () => {
      const grace = await graceService(create(), { required: ({ isNewUser }) => !isNewUser })
      const paused = grace.browser()
      await grace.signIn(paused)
      const { attempt = "" } = await grace.card(paused, "/step")
      await grace.post(paused, "/step/prove-mailbox", { attempt, code: grace.links.at(-1)?.code ?? "" })
      return { ...grace, paused, form: (await grace.begin(paused, "/step")).form }
    }
    const remove = async ({ emails, browser, post, tokenIn, sent }: Ready<typeof ready>) => {
      await sent()
      const mail = emails.find(({ kind }) => kind === "factor-added")
      if (mail) await post(browser(), "/undo", { token: tokenIn(mail) })
    }
    await between(ready, {
      outer: ({ paused, form }, beside) => beside(paused).post("/step/enroll-totp", form),
      inner: remove,
      async check(grace, place) {
        await remove(grace)
        const left = (await recoveryCodesState(grace.adapter, grace.user.id))?.left ?? 0
        expect([place, (await grace.factors()).length, left]).toEqual([place, 0, 0])
      },
    })
  })
})

test("a passkey that is removed while it becomes a factor isn't asked for (threat 497)", async () => {
  const ready = async () => {
    const grace = await graceService(MemoryAdapter())
    const { own, card } = grace
    const authenticator = softAuthenticator()
    const { options } = (await (await own.get("/webauthn-options/passkey?action=register")).json()) as {
      options: Parameters<typeof authenticator.create>[0]
    }
    await own.post("/callback/passkey", {
      csrfToken: await own.csrfToken(),
      action: "register",
      data: authenticator.create(options),
    })
    const { passkeys } = await grace.details(own)
    const id = passkeys?.[0]?.id ?? expect.fail("no passkey")
    const other = await grace.enter()
    const { passkeyOptions, csrfToken = "" } = (await card(own, "/two-step/security-key")) as unknown as {
      passkeyOptions: Parameters<typeof authenticator.get>[0]
      csrfToken: string
    }
    return { ...grace, form: { csrfToken, data: authenticator.get(passkeyOptions) }, other, id }
  }
  await between(ready, {
    outer: ({ own, form }, beside) => beside(own).post("/two-step/security-key", form, SCRIPT),
    inner: ({ other, change, id }) => change(other, { change: "remove-passkey", id }),
    async check({ adapter, user, factors }, place) {
      // Once it is a factor, its removal needs a confirmation with it
      const kept = await adapter.listAuthenticatorsByUserId(user.id)
      expect([place, (await factors()).length]).toEqual([place, kept.length])
    },
  })
})
