import { describe, expect, test } from "vitest"
import type { AccountRecordKind } from "../../../adapters/account-record.ts"
import { MemoryAdapter, type FullAdapter } from "../../../adapters/memory.ts"
import { fromBase32 } from "../../../core/proofs/base32.ts"
import { totpCode, totpStep } from "../../../core/proofs/totp.ts"
import Passkey from "../../../providers/passkey.ts"
import { softAuthenticator } from "../../../test-kit/authenticator.ts"
import { fakeIssuer } from "../../../testing/fake-issuer.ts"
import {
  GRACE,
  NEW_PASSWORD,
  passwordAccountService,
  signedIn,
  type Browser,
} from "../../../test-kit/password-account-service.ts"

const EVIL = "mine@evil.test"
const STRATEGIES = ["database", "jwt"] as const
type Strategy = (typeof STRATEGIES)[number]

/** Stops the calls of an operation whose numbers are listed, once it is armed. */
function stops(...numbers: readonly number[]) {
  const state = { armed: false, calls: 0 }
  const held = new Map(
    numbers.map((number) => [number, [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const]),
  )
  return {
    arm: () => void (state.armed = true),
    async pass() {
      const [reached, go] = (state.armed && held.get(++state.calls)) || []
      reached?.resolve()
      await go?.promise
    },
    reached: (number: number) => held.get(number)?.[0].promise,
    go: (number: number) => held.get(number)?.[1].resolve(),
  }
}

/** An adapter that stops writes of one kind of records. */
function heldAdapter(kind: AccountRecordKind, ...numbers: readonly number[]) {
  const { pass, ...held } = stops(...numbers)
  const adapter = MemoryAdapter()
  const updateAccountRecord: typeof adapter.updateAccountRecord = async (record) => {
    if (record.kind === kind) await pass()
    return adapter.updateAccountRecord(record)
  }
  const createAccountRecord: typeof adapter.createAccountRecord = async (record) => {
    if (record.kind === kind) await pass()
    return adapter.createAccountRecord(record)
  }
  return { ...held, adapter: { ...adapter, updateAccountRecord, createAccountRecord } }
}

const confirmed = async ({ listAccountRecords, getUserByEmail }: FullAdapter) => {
  const { id = "" } = (await getUserByEmail(GRACE.email)) ?? {}
  return (await listAccountRecords("factor", id)).filter(({ expires }) => expires === null)
}

/** Grace, and a thief who is signed in as her. */
async function robbedGrace(strategy: Strategy, kind: AccountRecordKind, ...numbers: readonly number[]) {
  const { adapter, ...held } = heldAdapter(kind, ...numbers)
  const config = { rateLimit: false, secondFactor: {}, session: { strategy } } as const
  const service = passwordAccountService({ adapter, config })
  const { browser, signUp, signIn, post, tokenIn, newest, later } = service
  await signUp(browser())
  const thief = browser()
  await signIn(thief)
  expect(await signedIn(thief)).toBe(GRACE.email)
  later(1)
  const undo = async (mail: "password-changed" | "email-changed") => {
    const owner = browser()
    return post(owner, "/undo", { token: tokenIn(await newest(mail)) })
  }
  const { id = "" } = (await adapter.getUserByEmail(GRACE.email)) ?? {}
  const codes = async () => adapter.getAccountRecord("recovery-codes", id)
  return { ...service, ...held, thief, undo, codes }
}

describe.each(STRATEGIES)("a link that undoes a change, with %s sessions,", (strategy) => {
  test("also stops a password that a thief was setting meanwhile (threats 492, 494)", async () => {
    const { thief, undo, post, browser, signIn, arm, reached, go } = await robbedGrace(strategy, "password", 1, 3)
    const [second, third] = [NEW_PASSWORD, "the third password of a thief"]
    await post(thief, "/account", { change: "change-password", password: second })
    arm()
    const changing = post(thief, "/account", { change: "change-password", password: third })
    await reached(1)
    const undoing = undo("password-changed")
    await reached(3)
    go(1)
    await changing
    go(3)
    await undoing
    for (const password of [second, third]) {
      const again = browser()
      await signIn(again, { email: GRACE.email, password })
      expect(await signedIn(again)).toBeNull()
    }
  })

  test("leaves no authenticator app that a thief was adding meanwhile (threat 492)", async () => {
    const service = await robbedGrace(strategy, "factor", 1)
    const { thief, undo, post, newest, browser, signIn, adapter, codes, arm, reached, go } = service
    await post(thief, "/account", { change: "change-email", email: EVIL })
    await post(thief, "/change-email", { code: (await newest("email-change")).code ?? "" })
    expect(await signedIn(thief)).toBe(EVIL)
    service.later(1)
    const { attempt, code } = await enrollment(thief, "/two-step/totp", 2)
    arm()
    const adding = post(thief, "/two-step/totp", { attempt, code })
    await reached(1)
    await undo("email-changed")
    go(1)
    await adding
    expect([await confirmed(adapter), await codes()]).toEqual([[], null])
    const owner = browser()
    await signIn(owner)
    expect([await signedIn(thief), await signedIn(owner)]).toEqual([null, GRACE.email])
  })
})

test("an undone change of the address leaves no first password of a thief who came back meanwhile (threat 492)", async () => {
  const points = { lock: stops(1), write: stops(1), move: stops(1) }
  const adapter = MemoryAdapter()
  const issuer = await fakeIssuer({ clock: () => Date.UTC(2026, 0, 1) })
  const provider = { id: "acme", name: "Acme", type: "oidc", issuer: issuer.issuer, clientId: "client" } as const
  const service = passwordAccountService({
    adapter: {
      ...adapter,
      async claimOnce(key, expires) {
        if (key.startsWith("address:")) await points.lock.pass()
        return adapter.claimOnce(key, expires)
      },
      async updateAccountRecord(record) {
        if (record.kind === "password" && record.data.includes('"hash":"')) await points.write.pass()
        return adapter.updateAccountRecord(record)
      },
      async updateUser(user) {
        if (user.email === GRACE.email) await points.move.pass()
        return adapter.updateUser(user)
      },
    },
    providers: [provider],
    config: { rateLimit: false, fetch: issuer.fetch },
  })
  const { browser, post, newest, tokenIn, signIn } = service
  const enter = async (from: Browser, sub: string, email: string) => {
    const to = (await post(from, "/signin/acme", {})).headers.get("location") ?? ""
    await from.get(`/callback/acme?${issuer.authorize(to, { sub, email, email_verified: true })}`)
  }
  const [thief, again, owner] = [browser(), browser(), browser()]
  await enter(thief, "grace", GRACE.email)
  await post(thief, "/account", { change: "change-email", email: EVIL })
  await post(thief, "/change-email", { code: (await newest("email-change")).code ?? "" })
  await enter(thief, "thief", EVIL)
  for (const point of Object.values(points)) point.arm()
  const undoing = post(owner, "/undo", { token: tokenIn(await newest("email-changed")) })
  await points.lock.reached(1)
  await enter(again, "thief", EVIL)
  expect(await signedIn(again)).toBe(EVIL)
  const setting = post(again, "/account", { change: "set-password", password: NEW_PASSWORD })
  await points.write.reached(1)
  points.lock.go(1)
  await points.move.reached(1)
  points.write.go(1)
  await setting
  points.move.go(1)
  await undoing
  const late = browser()
  await signIn(late, { email: GRACE.email, password: NEW_PASSWORD })
  expect([await signedIn(again), await signedIn(late)]).toEqual([null, null])
  expect((await adapter.getUserByEmail(GRACE.email))?.email).toBe(GRACE.email)
})

test("a reset leaves no authenticator app that a paused sign-in was adding meanwhile (threat 434)", async () => {
  const { adapter, arm, reached, go } = heldAdapter("factor", 1)
  const service = passwordAccountService({
    adapter,
    config: { rateLimit: false, secondFactor: { required: ({ isNewUser }) => !isNewUser } },
  })
  const { browser, signUp, signIn, post, reset, links } = service
  await signUp(browser())
  const first = browser()
  await signIn(first)
  const mailbox = (await (await first.get("/step", { accept: "application/json" })).json()) as { attempt: string } // the card's props
  await post(first, "/step/prove-mailbox", { attempt: mailbox.attempt, code: links.at(-1)?.code ?? "" })
  const { attempt, code } = await enrollment(first, "/step", 0)
  arm()
  const adding = post(first, "/step/enroll-totp", { attempt, code })
  await reached(1)
  await reset(browser())
  go(1)
  await adding
  expect(await confirmed(adapter)).toEqual([])
})

test("an undone second factor leaves no security key that a thief was adding meanwhile (threat 438)", async () => {
  const memory = MemoryAdapter()
  const { arm, pass, reached, go } = stops(1)
  const createAccountRecord: typeof memory.createAccountRecord = async (record) => {
    if (record.kind === "factor") await pass()
    return memory.createAccountRecord(record)
  }
  const adapter = { ...memory, createAccountRecord }
  const config = { rateLimit: false, secondFactor: {} } as const
  const { browser, signUp, signIn, post, tokenIn, newest, later } = passwordAccountService({
    adapter,
    config,
    providers: [Passkey()],
  })
  const grace = browser()
  await signUp(grace)
  const key = softAuthenticator()
  const registration = await grace.get("/webauthn-options/passkey?action=register")
  const { options } = (await registration.json()) as { options: Parameters<typeof key.create>[0] } // as asked for
  await post(grace, "/callback/passkey", { action: "register", data: key.create(options) })
  const thief = browser()
  await signIn(thief)
  const { attempt, code } = await enrollment(thief, "/two-step/totp", 0)
  await post(thief, "/two-step/totp", { attempt, code })
  const token = tokenIn(await newest("factor-added"))
  later(1)
  const asked = (await (await thief.get("/webauthn-options/passkey?action=authenticate")).json()) as {
    options: Parameters<typeof key.get>[0]
  } // as asked for
  await post(thief, "/callback/passkey", { action: "authenticate", data: key.get(asked.options) })
  const card = await thief.get("/two-step/security-key", { accept: "application/json" })
  const { passkeyOptions } = (await card.json()) as { passkeyOptions: Parameters<typeof key.get>[0] } // the card's props
  arm()
  const adding = post(thief, "/two-step/security-key", { data: key.get(passkeyOptions) })
  await reached(1)
  await post(browser(), "/undo", { token })
  go(1)
  await adding
  expect([await confirmed(adapter), await signedIn(thief)]).toEqual([[], null])
})

async function enrollment(from: Browser, path: string, minutes: number) {
  const card = await (await from.get(path, { accept: "application/json" })).json()
  const { attempt = "", secretText = "" } = card as Record<string, string> // the card's props
  const secret = fromBase32(secretText.replaceAll(" ", "")) ?? expect.fail("no secret")
  return { attempt, code: await totpCode(secret, totpStep(Date.UTC(2026, 0, 1) + minutes * 60_000)) }
}
