import { DatabaseSync } from "node:sqlite"
import { Kysely } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Adapter } from "../adapters/contract.ts"
import { SqlAdapter, sqliteDialect } from "../adapters/sql.ts"
import { createPasswordHasher } from "../crypto/passwords/hasher.ts"
import { importPassword } from "../factors/import-password.ts"
import { Nodemailer } from "../providers/email/index.ts"
import { cookieClient } from "../testing/cookie-client.ts"
import { startMailServer } from "../testing/mail-server.ts"
import { mannWhitney, type SampleDifference } from "../testing/mann-whitney.ts"
import { passwordAccountService } from "../testing/password-account-service.ts"

/**
 * Requests for each kind of address. With LATCHKIT_TIMING=2000 it is that many, and hashes have their default cost. With
 * fewer, a cheap hash hides less of what else may differ.
 */
const LONG = Number(process.env["LATCHKIT_TIMING"] ?? 0)
const SAMPLES = LONG || 300
const HASH = LONG ? {} : ({ algorithm: "argon2id", params: { m: 256, t: 1, p: 1 } } as const)
/**
 * A difference counts if it is certain (in standard deviations) and large enough to notice over a network (milliseconds).
 * Decoding the row of a user takes some hundredths of a millisecond.
 */
const MOST = { z: 4.5, shift: 0.1 }
const USERS = 20
const WARM_UP = 60

const FORMS = {
  "sign-in": { path: "/callback/password", fields: { password: "not the password at all" } },
  "sign-up": { path: "/sign-up", fields: { password: "a password for the sign-up" } },
  "forgot-password": { path: "/forgot-password", fields: {} },
} as const

const opened: { mail?: Awaited<ReturnType<typeof startMailServer>> } = {}
beforeAll(async () => void (opened.mail = await startMailServer()))
afterAll(() => opened.mail?.close())

test("the test of two samples agrees with a count by hand", () => {
  // In 8 of the 12 pairs the first is larger, so U is 8. Its mean is 6, and its deviation the root of 12 × 8 / 12
  const { probability, z, shift } = mannWhitney([6, 9, 12, 15], [4, 8, 13])
  expect(probability).toBe(8 / 12)
  expect(z).toBeCloseTo(2 / Math.sqrt(8))
  expect(shift).toBe(2)
  expect(mannWhitney([1, 2, 3], [1, 2, 3])).toEqual({ probability: 0.5, z: 0, shift: 0 })
})

describe("a form takes as long for a known address as for an unknown one", () => {
  test.each(Object.keys(FORMS) as (keyof typeof FORMS)[])(
    "%s, with a real mail server (threats 456 and 472)",
    { timeout: LONG ? 3_600_000 : 60_000 },
    async (form) => {
      const found = await compare(await createService(), { form, first: "known", second: "unknown" })
      expect(isNoticed(found), JSON.stringify(found)).toBe(false)
    },
  )

  test("sign-in, for a user without a password (threat 456)", { timeout: LONG ? 3_600_000 : 60_000 }, async () => {
    const service = await createService()
    const found = await compare(service, { form: "sign-in", first: "passwordless", second: "unknown" })
    expect(isNoticed(found), JSON.stringify(found)).toBe(false)
  })

  // A sign-up shares the process with the email of the one before, so its times vary more
  test.each([
    ["sign-in", 0.5],
    ["sign-up", 10],
    ["forgot-password", 0.5],
  ] as const)("a test of %s fails if a known address takes %d ms longer", { timeout: 60_000 }, async (form, leak) => {
    const slower = await createService((adapter) => ({
      ...adapter,
      async getUserByEmail(email) {
        const user = await adapter.getUserByEmail(email)
        for (const end = performance.now() + (user ? leak : 0); performance.now() < end;);
        return user
      },
    }))
    const found = await compare(slower, { form, first: "known", second: "unknown", samples: 150 })
    expect(isNoticed(found), JSON.stringify(found)).toBe(true)
  })
})

const isNoticed = ({ z, shift }: SampleDifference) => Math.abs(z) > MOST.z && Math.abs(shift) > MOST.shift

type Service = Awaited<ReturnType<typeof createService>>
type Kind = "known" | "unknown" | "passwordless"

/** Sends both kinds of requests in random order, and compares how long they take. */
async function compare(
  { ask }: Service,
  { form, first, second, samples = SAMPLES }: { form: keyof typeof FORMS; first: Kind; second: Kind; samples?: number },
) {
  const times: Record<Kind, number[]> = { known: [], unknown: [], passwordless: [] }
  for (let turn = 0; turn < WARM_UP; turn++) await ask(form, turn % 2 ? first : second, turn)
  // An email is sent after its response. In random order, that slows each kind as often
  for (let turn = 0; times[first].length < samples || times[second].length < samples; turn++) {
    const kind = Math.random() < 0.5 ? first : second
    times[kind].push(await ask(form, kind, turn))
  }
  return mannWhitney(times[first], times[second])
}

async function createService(wrap: (adapter: SqlAdapter) => Adapter = (adapter) => adapter) {
  const { mail = expect.fail("no mail server") } = opened
  const sql = SqlAdapter(new Kysely<object>({ dialect: sqliteDialect(new DatabaseSync(":memory:")) }))
  await sql.migrate()
  const provider = Nodemailer({ server: mail.url, from: "Acme <hello@acme.test>" })
  const { auth } = passwordAccountService({
    adapter: wrap(sql),
    password: { hash: HASH },
    mail: provider,
    config: { rateLimit: false, clock: Date.now },
  })
  await addUsers(sql)
  const browser = cookieClient(auth)
  const csrfToken = await browser.csrfToken()
  const cookie = browser.cookieHeader()
  /** Posts a form for an address of this kind. Returns the milliseconds until the whole response is there. */
  const ask = async (form: keyof typeof FORMS, kind: Kind, turn: number): Promise<number> => {
    const { path, fields } = FORMS[form]
    const body = new URLSearchParams({ csrfToken, ...fields, email: `${kind}-${turn % USERS}@app.test` })
    const request = new Request(`https://app.test/auth${path}`, { method: "POST", headers: { cookie }, body })
    const start = performance.now()
    const response = await auth.handle(request)
    await response.arrayBuffer()
    const took = performance.now() - start
    if (response.status >= 400) throw new Error(`${form} responded with ${response.status}`)
    return took
  }
  return { ask }
}

async function addUsers(adapter: SqlAdapter): Promise<void> {
  const hasher = createPasswordHasher({ hash: HASH })
  const typed = { text: "the right password of all", raw: "the right password of all" }
  for (let turn = 0; turn < USERS; turn++) {
    const add = (email: string) =>
      adapter.createUser({ id: crypto.randomUUID(), name: null, image: null, email, emailVerified: new Date() })
    const { id: userId } = await add(`known-${turn}@app.test`)
    await importPassword(adapter, { userId, hash: await hasher.hash(typed, { key: "", known: true }) })
    await add(`passwordless-${turn}@app.test`)
  }
}
