import { beforeAll, describe, expect, test } from "vitest"
import { MemoryAdapter, type FullAdapter } from "../../adapters/memory.ts"
import { sha256 } from "../crypto/bytes.ts"
import { GRACE, NEW_PASSWORD, passwordAccountService, type Browser } from "../../test-kit/password-account-service.ts"

const JSON_MODE = { "x-auth-return-redirect": "1" }
type Service = ReturnType<typeof passwordAccountService>

/** How an address gets into each state. */
const STATES = {
  known: register,
  passwordless: (service, email) => add(service, email, new Date(1)),
  unproven: (service, email) => add(service, email, null),
  pending: ({ post, browser }, email) => post(browser(), "/sign-up", { email, password: GRACE.password }),
  invited: ({ auth }, email) => auth.invite({ email }),
  disabled: async (service, email) => service.auth.users.disable(await register(service, email)),
  deleting: async (service, email) => {
    const leaving = service.browser()
    await register(service, email, leaving)
    await service.post(leaving, "/account", { change: "delete-account" })
  },
  deleted: async (service, email) => service.auth.users.delete(await register(service, email)),
} satisfies Record<string, (service: Service, email: string) => unknown>
const KINDS = Object.keys(STATES) as (keyof typeof STATES)[]
type Kind = keyof typeof STATES | "unknown"

async function register({ adapter, browser, signUp }: Service, email: string, from = browser()): Promise<string> {
  await signUp(from, { email, password: GRACE.password })
  return (await adapter.getUserByEmail(email))?.id ?? expect.fail()
}

function add({ adapter }: Service, email: string, emailVerified: Date | null) {
  return adapter.createUser({ id: "added", name: null, image: null, email, emailVerified })
}

/** Creates a service in which an address of this kind has its state. */
async function createService(kind: Kind, adapter = MemoryAdapter()): Promise<Service> {
  const service = passwordAccountService({
    adapter,
    config: { rateLimit: {}, account: { administration: true, deletion: { graceDays: 7 } } },
  })
  if (kind !== "unknown") await STATES[kind](service, addressOf(kind))
  await service.sent()
  return service
}

const state: { service?: Service } = {}
const service = () => state.service ?? expect.fail()

/** An address of this kind. All have the same length, which sealed cookies show. */
const addressOf = (kind: Kind) => `${kind.padEnd(12, "x")}@app.test`

/** Returns everything that a client sees of a response, without the address, and only the length of random values. */
async function shown(response: Response, kind: Kind) {
  const cookies = response.headers.getSetCookie().map((line) => line.replace(/=[^;]*/, ({ length }) => `=${length}`))
  const headers = [...response.headers].filter(([name]) => name !== "set-cookie")
  const body = (await response.text()).replaceAll(addressOf(kind), "EMAIL").replaceAll(/\b[\da-f]{64}\b/g, "TOKEN")
  return { status: response.status, cookies, headers, body }
}

/** Returns the page that a response redirects to. */
const follow = async (from: Browser, response: Promise<Response>) =>
  from.get((await response).headers.get("location") ?? expect.fail())

type Send = (from: Browser, email: string) => Promise<Response>

const REQUESTS: Readonly<Record<string, Send>> = {
  "sign-up": (from, email) => service().post(from, "/sign-up", { email, password: NEW_PASSWORD }),
  "sign-up with a weak password": (from, email) => service().post(from, "/sign-up", { email, password: "short" }),
  "sign-up as JSON": async (from, email) =>
    from.post("/sign-up", { csrfToken: await from.csrfToken(), email, password: NEW_PASSWORD }, JSON_MODE),
  "the page after a sign-up": async (from, email) => {
    await service().post(from, "/sign-up", { email, password: NEW_PASSWORD })
    return from.get("/sign-up?status=sent")
  },
  "another email of a sign-up": async (from, email) => {
    await service().post(from, "/sign-up", { email, password: NEW_PASSWORD })
    service().later(1)
    return service().post(from, "/sign-up", { resend: "1" })
  },
  "a wrong code of a sign-up": async (from, email) => {
    await service().post(from, "/sign-up", { email, password: NEW_PASSWORD })
    return follow(from, service().post(from, "/sign-up", { code: "000000" }))
  },
  "a forgotten password": (from, email) => service().post(from, "/forgot-password", { email }),
  "a forgotten password as JSON": async (from, email) =>
    from.post("/forgot-password", { csrfToken: await from.csrfToken(), email }, JSON_MODE),
  "another email of a forgotten password": async (from, email) => {
    await service().post(from, "/forgot-password", { email })
    service().later(1)
    return service().post(from, "/forgot-password", { resend: "1" })
  },
  "a wrong code of a forgotten password": async (from, email) => {
    await service().post(from, "/forgot-password", { email })
    return follow(from, service().post(from, "/reset-password", { code: "000000" }))
  },
  "one email too many": async (from, email) => {
    for (let turn = 0; turn < 6; turn++) await service().post(from, "/forgot-password", { email })
    return service().post(from, "/forgot-password", { email })
  },
  "one wrong password too many": async (from, email) => {
    const signIn = () => service().post(from, "/callback/password", { email, password: "not the password at all" })
    for (let turn = 0; turn < 50; turn++) await signIn()
    return signIn()
  },
  "a magic link": (from, email) => service().post(from, "/signin/email", { email }),
  "a wrong code of a magic link": async (from, email) => {
    await service().post(from, "/signin/email", { email })
    return service().post(from, "/callback/email", { code: "000000" })
  },
  "a wrong link of a magic link": (from, email) =>
    service().post(from, "/callback/email", { email, token: "0".repeat(64) }),
  "a wrong link of an invitation": async (from, email) => {
    const id = await sha256(JSON.stringify(["invitation", "https://app.test/auth", email]))
    return service().post(from, "/sign-up", { token: `${id}.${"a".repeat(43)}` })
  },
  "a sign-in with a wrong password": (from, email) =>
    service().post(from, "/callback/password", { email, password: "not the password at all" }),
}

/** The statuses of the responses that don't redirect. */
const STATUS: Readonly<Record<string, number>> = {
  "sign-up with a weak password": 400,
  "sign-up as JSON": 200,
  "the page after a sign-up": 200,
  "a wrong code of a sign-up": 200,
  "a forgotten password as JSON": 200,
  "a wrong code of a forgotten password": 200,
  "a magic link": 302,
  "a wrong code of a magic link": 302,
  "a wrong link of a magic link": 302,
  "a sign-in with a wrong password": 302,
  "one email too many": 429,
  "one wrong password too many": 429,
}

/** Sends the requests for an address of this kind. Each service has the same clock and limits. */
async function sendFor(kind: Kind, send: Send) {
  state.service = await createService(kind)
  return shown(await send(service().browser(), addressOf(kind)), kind)
}

describe.each(Object.entries(REQUESTS))("%s", (name, send) => {
  const unknown: { shown?: Awaited<ReturnType<typeof shown>> } = {}
  beforeAll(async () => void (unknown.shown = await sendFor("unknown", send)))

  test.each(KINDS)("looks the same for an unknown address and one that is %s (threats 456 and 472)", async (kind) => {
    const known = await sendFor(kind, send)
    expect(known).toEqual(unknown.shown)
    expect(known.status).toBe(STATUS[name] ?? 303)
  })
})

/** Returns an adapter that adds the name of each operation to `names`. */
function withNames(adapter: FullAdapter, names: string[]): FullAdapter {
  const named = Object.entries(adapter).map(([name, value]: [string, unknown]) => {
    const run = (...input: unknown[]): unknown => {
      names.push(name)
      return Reflect.apply(value as () => unknown, adapter, input) // only called if it is a function
    }
    return [name, typeof value === "function" ? run : value]
  })
  return Object.fromEntries(named) as FullAdapter // it has the same operations
}

const ASKING = [
  "a magic link",
  "a wrong code of a magic link",
  "a wrong link of a magic link",
  "a wrong link of an invitation",
  "sign-up",
  "a forgotten password",
  "a sign-in with a wrong password",
]

test.each(ASKING)("%s asks the database the same, whatever the address (threats 456 and 472)", async (request) => {
  const asked = async (kind: Kind) => {
    const names: string[] = []
    const own = await createService(kind, withNames(MemoryAdapter(), names))
    state.service = own
    const send = REQUESTS[request] ?? expect.fail()
    await send(own.browser(), "another@app.test") // the first request also deletes what has expired
    await own.sent()
    names.length = 0
    await send(own.browser(), addressOf(kind))
    return [kind, names.join()]
  }
  const [, expected] = await asked("unknown")
  expect(expected).toMatch(/getUserByEmail|getAccountRecord/)
  for (const kind of KINDS) expect(await asked(kind)).toEqual([kind, expected])
})
