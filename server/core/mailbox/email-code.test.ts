import { describe, expect, test } from "vitest"
import {
  checkEmailCode,
  createEmailCode,
  type EmailCodeSettings,
  type EmailCodeState,
  type EmailCodeTarget,
} from "./email-code.ts"

const SECRET = "s".repeat(32)
const TARGET: EmailCodeTarget = {
  site: "https://app.test/auth",
  userId: "ada",
  attempt: "attempt 1",
  purpose: "sign-in",
  address: "ada@example.com",
}

function createClock() {
  const time = { now: Date.UTC(2026, 10, 22, 20) }
  const settings: EmailCodeSettings = { secrets: [SECRET], now: () => time.now }
  return { settings, later: (seconds: number) => void (time.now += seconds * 1000) }
}

async function send(settings: EmailCodeSettings, previous?: EmailCodeState) {
  const sent = await createEmailCode(settings, TARGET, previous)
  if ("wait" in sent) throw new Error(`Wait ${sent.wait} seconds`)
  return sent
}

const wrong = (code: string) => (code === "000000" ? "111111" : "000000")

describe("a code by email as a second factor", () => {
  test("works once, for ten minutes (threat 442)", async () => {
    const { settings, later } = createClock()
    const { code, state } = await send(settings)
    expect(code).toMatch(/^\d{6}$/)
    expect(JSON.stringify(state)).not.toContain(code)
    later(599)
    const used = await checkEmailCode(settings, TARGET, { state, code: ` ${code.slice(0, 3)} ${code.slice(3)} ` })
    expect(used.correct).toBe(true)
    expect((await checkEmailCode(settings, TARGET, { state: used.state, code })).correct).toBe(false)
    later(1)
    expect((await checkEmailCode(settings, TARGET, { state, code })).correct).toBe(false)
  })

  test.each<[string, Partial<EmailCodeTarget>]>([
    ["sign-in", { attempt: "attempt 2" }],
    ["user", { userId: "eve" }],
    ["purpose", { purpose: "step-up" }],
    ["site", { site: "https://other.test/auth" }],
    ["address", { address: "eve@example.com" }],
  ])("is rejected for another %s (threat 442)", async (_, change) => {
    const { settings } = createClock()
    const { code, state } = await send(settings)
    expect((await checkEmailCode(settings, { ...TARGET, ...change }, { state, code })).correct).toBe(false)
  })

  test("can be tried five times (threat 442)", async () => {
    const { settings } = createClock()
    const { code, state: first } = await send(settings)
    const after = async (tries: number) => {
      let state = first
      for (let turn = 0; turn < tries; turn++)
        ({ state } = await checkEmailCode(settings, TARGET, { state, code: turn % 2 ? wrong(code) : "" }))
      return (await checkEmailCode(settings, TARGET, { state, code })).correct
    }
    expect([await after(4), await after(5), await after(50)]).toEqual([true, false, false])
  })

  test("replaces the previous one, and is sent three times in ten minutes (threat 442)", async () => {
    const { settings, later } = createClock()
    const first = await send(settings)
    const second = await send(settings, first.state)
    const third = await send(settings, second.state)
    for (const { code } of [first, second].filter(({ code }) => code !== third.code))
      expect((await checkEmailCode(settings, TARGET, { state: third.state, code })).correct).toBe(false)
    later(60)
    for (let turn = 0; turn < 30; turn++)
      expect(await createEmailCode(settings, TARGET, third.state)).toEqual({ wait: 540 })
    later(540)
    expect((await send(settings, third.state)).state.sends).toBe(1)
  })

  test("survives a rotation of the secret, until the old one is removed", async () => {
    const { settings } = createClock()
    const { code, state } = await send(settings)
    const check = (...secrets: string[]) => checkEmailCode({ ...settings, secrets }, TARGET, { state, code })
    expect((await check("n".repeat(32), SECRET)).correct).toBe(true)
    expect((await check("n".repeat(32))).correct).toBe(false)
  })

  test.each([[["123456"]], [null], [undefined], [123456], [{}]])("isn't %j", async (code) => {
    const { settings } = createClock()
    const { state } = await send(settings)
    expect((await checkEmailCode(settings, TARGET, { state, code })).correct).toBe(false)
  })
})
