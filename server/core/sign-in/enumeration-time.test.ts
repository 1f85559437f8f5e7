import { DatabaseSync } from "node:sqlite"
import { Kysely } from "kysely"
import { createTransport } from "nodemailer"
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest"
import type { Adapter } from "../../adapters/contract.ts"
import { SqlAdapter, sqliteDialect } from "../../adapters/sql.ts"
import { createPasswordHasher, type HashOptions } from "../crypto/passwords/hasher.ts"
import { importPassword } from "../../features/password/import-password.ts"
import { Nodemailer } from "../../providers/email/index.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { isLong } from "../../test-kit/long.ts"
import { startMailServer } from "../../test-kit/mail-server.ts"
import { compareInRounds, mannWhitney } from "../../test-kit/mann-whitney.ts"
import { passwordAccountService } from "../../test-kit/password-account-service.ts"

/**
 * Requests for each kind of address. With LATCHKIT_TIMING=2000 it is that many, and hashes have their default cost. A
 * cheap hash hides less of what else may differ: LATCHKIT_TIMING_HASH=cheap.
 */
const LONG = Number(process.env["LATCHKIT_TIMING"] ?? 0)
const SAMPLES = LONG || 300
const CHEAP = { algorithm: "argon2id", params: { m: 256, t: 1, p: 1 } } as const
const HASH = LONG && process.env["LATCHKIT_TIMING_HASH"] !== "cheap" ? {} : CHEAP
/**
 * Hashes of the default cost, which take most of the time of a request. The processor's time, over all threads, shows
 * after few samples if a request computes none or two, also on a machine that does other work. It varies by a tenth, so
 * the two kinds then don't overlap. Rounds of 8 and 16 samples that don't overlap have a z of 3.36 and 4.82.
 */
const REAL = { hash: {}, samples: 8, rounds: [1, 2], warmUp: 4, clock: () => process.cpuUsage().user / 1000 }
/**
 * A difference counts if it is certain (in standard deviations) and large enough to notice over a network
 * (milliseconds). A request for a known address also reads rows, which takes some hundredths of a millisecond. On a slow
 * machine, it takes longer. So a difference must also exceed `ROWS` times that, measured at the same time. It is about
 * twice that on every machine, because the rows are checked too.
 */
const MOST = { z: 4.5, shift: 0.1 }
const ROWS = 3
const USERS = 20
const WARM_UP = 60

/** `reads` is how often a request reads the user. */
const FORMS = {
  "sign-in": { path: "/callback/password", fields: { password: "not the password at all" }, reads: 1 },
  "sign-up": { path: "/sign-up", fields: { password: "a password for the sign-up" }, reads: 1 },
  "forgot-password": { path: "/forgot-password", fields: {}, reads: 1 },
  "magic link": { path: "/signin/nodemailer", fields: {}, reads: 2 },
} as const

/** A magic link's response waits for the mail server, so its samples take longer. */
const FEWER: { [Form in keyof typeof FORMS]?: Pick<Comparison, "samples" | "warmUp"> } = {
  "magic link": { samples: LONG || 60, warmUp: 10 },
}

const opened: { mail?: Awaited<ReturnType<typeof startMailServer>> } = {}
beforeAll(async () => void (opened.mail = await startMailServer()))
afterAll(() => opened.mail?.close())

/**
 * Returns a transport that keeps its connections until the test ends. A new one for each email takes most of the time.
 */
function openTransport() {
  const { mail = expect.fail("no mail server") } = opened
  const transport = createTransport({ url: mail.url, pool: true, maxMessages: Infinity })
  onTestFinished(() => transport.close())
  return transport
}

describe("a form takes as long for a known address as for an unknown one", () => {
  const timeout = LONG ? 3_600_000 : 120_000

  test.each(Object.keys(FORMS) as (keyof typeof FORMS)[])(
    "%s, with a real mail server (threats 456 and 472)",
    { timeout },
    async (form) => {
      const kinds = { form, first: "known", second: "unknown" } as const
      const found = await compare(await createService(), { ...kinds, ...FEWER[form] })
      expect(found.isNoticed, JSON.stringify(found)).toBe(false)
    },
  )

  test.each([
    ["sign-in", "passwordless"],
    ["sign-in", "disabled"],
    ["sign-in", "malformed"],
    ["forgot-password", "passwordless"],
    ["forgot-password", "disabled"],
  ] as const)("%s, for a user who is %s (threats 456 and 472)", { timeout }, async (form, first) => {
    const found = await compare(await createService(), { form, first, second: "unknown" })
    expect(found.isNoticed, JSON.stringify(found)).toBe(false)
  })

  if (!isLong) return
  test.each([
    ["sign-in", "known"],
    ["sign-in", "passwordless"],
    ["sign-up", "known"],
  ] as const)(
    "%s, with hashes of the default cost, for a %s one (threat 456)",
    { timeout: 300_000 },
    async (form, first) => {
      const found = await compare(await createService(REAL), { ...REAL, form, first, second: "unknown" })
      expect(found.isNoticed, JSON.stringify(found)).toBe(false)
      expect(found.typical).toBeGreaterThan(20) // it did hash
    },
  )

  test("a test with hashes of the default cost fails if one kind hashes twice", { timeout: 300_000 }, async () => {
    const hasher = createPasswordHasher()
    const typed = { text: "one hash more", raw: "one hash more" }
    const wrap = (adapter: SqlAdapter): Adapter => ({
      ...adapter,
      async getUserByEmail(email) {
        const user = await adapter.getUserByEmail(email)
        if (user) await hasher.hash(typed, { key: "", known: true })
        return user
      },
    })
    const slower = await createService({ ...REAL, wrap })
    const kinds = { ...REAL, form: "sign-in", first: "known", second: "unknown" } as const
    const found = await compare(slower, kinds)
    // On a busy machine the times vary more, as below
    const isNoticed = found.isNoticed || (await compare(slower, { ...kinds, samples: 36 })).isNoticed
    expect(isNoticed, JSON.stringify(found)).toBe(true)
  })

  // A sign-up shares the process with the email of the one before, so its times vary more
  test.each([
    ["sign-in", 0.5, 100],
    ["sign-up", 10, 40],
    ["forgot-password", 0.5, 100],
  ] as const)("a test of %s fails if a known address takes %d ms longer", { timeout }, async (form, leak, samples) => {
    const wrap = (adapter: SqlAdapter): Adapter => ({
      ...adapter,
      async getUserByEmail(email) {
        const user = await adapter.getUserByEmail(email)
        for (const end = performance.now() + (user ? leak : 0); performance.now() < end;);
        return user
      },
    })
    const slower = await createService({ wrap })
    const kinds = { form, first: "known", second: "unknown" } as const
    const found = await compare(slower, { ...kinds, samples })
    // On a busy machine the times vary more, and only more of them show the leak
    const isNoticed = found.isNoticed || (await compare(slower, { ...kinds, samples: 12 * samples })).isNoticed
    expect(isNoticed, JSON.stringify(found)).toBe(true)
  })
})

type Service = Awaited<ReturnType<typeof createService>>
type Kind = "known" | "unknown" | "passwordless" | "disabled" | "malformed"

interface Comparison {
  form: keyof typeof FORMS
  first: Kind
  second: Kind
  samples?: number
  warmUp?: number
  rounds?: readonly number[]
}

/** Sends both kinds of requests in random order, and compares how long they take. A suspicion is tested again. */
async function compare({ ask, readRows }: Service, comparison: Comparison) {
  const { form, first, second, samples = SAMPLES, warmUp = WARM_UP, rounds } = comparison
  const typical: number[] = []
  for (let turn = 0; turn < warmUp; turn++) await ask(form, turn % 2 ? first : second, turn)
  const draw = async (count: number) => {
    const [times, rows] = [noTimes(), noTimes()]
    // An email is sent after its response. In random order, that slows each kind as often
    for (const [turn, kind] of shuffled([first, second], count).entries()) {
      times[kind].push(await ask(form, kind, turn))
      rows[kind].push(await readRows(form, kind, turn))
    }
    typical.push(...times[second])
    const allowed = ROWS * Math.abs(mannWhitney(rows[first], rows[second]).shift)
    return { ...mannWhitney(times[first], times[second]), allowed }
  }
  const found = await compareInRounds(draw, { samples, rounds, least: MOST })
  const result = { ...found, typical: mannWhitney(typical, [0]).shift }
  if (LONG) console.info(form, first, second, JSON.stringify(result))
  return result
}

const noTimes = (): Record<Kind, number[]> => ({
  known: [],
  unknown: [],
  passwordless: [],
  disabled: [],
  malformed: [],
})

/** Returns `count` of each kind, in random order. Each order is as likely. */
function shuffled(kinds: readonly Kind[], count: number): Kind[] {
  const places = kinds.flatMap((kind) => Array.from({ length: count }, () => ({ kind, place: Math.random() })))
  return places.sort((one, other) => one.place - other.place).map(({ kind }) => kind)
}

interface ServiceOptions {
  hash?: HashOptions
  /** Milliseconds from any moment on. */
  clock?: () => number
  wrap?: (adapter: SqlAdapter) => Adapter
}

async function createService({
  hash = HASH,
  clock = () => performance.now(),
  wrap = (adapter) => adapter,
}: ServiceOptions = {}) {
  const sql = SqlAdapter(new Kysely<object>({ dialect: sqliteDialect(new DatabaseSync(":memory:")) }))
  await sql.migrate()
  const provider = Nodemailer({ server: openTransport(), from: "Acme <hello@acme.test>" })
  const { auth } = passwordAccountService({
    adapter: wrap(sql),
    password: { hash },
    mail: provider,
    config: { rateLimit: false, clock: Date.now, account: { administration: true } },
  })
  for (const id of await addUsers(sql, hash)) await auth.users.disable(id)
  const browser = cookieClient(auth)
  const csrfToken = await browser.csrfToken()
  const cookie = browser.cookieHeader()
  /** Posts a form for an address of this kind. Returns the milliseconds until the whole response is there. */
  const ask = async (form: keyof typeof FORMS, kind: Kind, turn: number): Promise<number> => {
    const { path, fields } = FORMS[form]
    const email = address(kind, turn)
    const body = new URLSearchParams({ csrfToken, ...fields, email })
    const request = new Request(`https://app.test/auth${path}`, { method: "POST", headers: { cookie }, body })
    const start = clock()
    const response = await auth.handle(request)
    await response.arrayBuffer()
    const took = clock() - start
    if (response.status >= 400) throw new Error(`${form} responded with ${response.status}`)
    return took
  }
  /** Reads the user of such an address, and their password, as often as the form. Returns the milliseconds. */
  const readRows = async (form: keyof typeof FORMS, kind: Kind, turn: number): Promise<number> => {
    const start = clock()
    for (let read = 0; read < FORMS[form].reads; read++) {
      const user = await sql.getUserByEmail(address(kind, turn))
      await sql.getAccountRecord("password", user?.id ?? "nobody")
    }
    return clock() - start
  }
  return { ask, readRows }
}

const address = (kind: Kind, turn: number) => `${kind}-${turn % USERS}${kind === "malformed" ? "@" : "@app.test"}`

/** Adds users of each kind. Returns the ids of those who are to be disabled. */
async function addUsers(adapter: SqlAdapter, hash: HashOptions): Promise<string[]> {
  const hasher = createPasswordHasher({ hash })
  const typed = { text: "the right password of all", raw: "the right password of all" }
  const stored = await hasher.hash(typed, { key: "", known: true })
  const disabled: string[] = []
  for (let turn = 0; turn < USERS; turn++) {
    const add = async (kind: Kind) => {
      const email = `${kind}-${turn}@app.test`
      const user = { id: crypto.randomUUID(), name: null, image: null, email, emailVerified: new Date() }
      return (await adapter.createUser(user)).id
    }
    const withPassword = [await add("known"), await add("disabled")]
    for (const userId of withPassword) await importPassword(adapter, { userId, hash: stored })
    disabled.push(withPassword[1] ?? "")
    await add("passwordless")
  }
  return disabled
}
