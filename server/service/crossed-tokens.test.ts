import { expect, test, vi } from "vitest"
import { cookieClient } from "../testing/cookie-client.ts"
import {
  GRACE,
  NEW_PASSWORD,
  passwordAccountService,
  signedIn,
  type Browser,
} from "../test-kit/password-account-service.ts"

const HENRY = { email: "henry@app.test", password: GRACE.password }
const MOVED = "moved@app.test"
const HOME = "https://app.test/"

/** Creates a service with one live token of each kind that is emailed, and the requests that take one. */
async function createService() {
  const service = passwordAccountService({ config: { rateLimit: false } })
  const { auth, browser, signUp, post, newest, tokenIn, links, adapter } = service
  const grace = browser()
  await signUp(grace)
  const mail = async (kind: Parameters<typeof newest>[0]) => tokenIn(await newest(kind))
  const henry = browser()
  await post(henry, "/sign-up", HENRY)
  await post(henry, "/sign-up", { token: await mail("confirm-sign-up") })
  await post(henry, "/account", { change: "change-email", email: "henrik@app.test" })
  await post(henry, "/change-email", { token: await mail("email-change") })
  const undo = await mail("email-changed")
  const asking = browser()
  await post(asking, "/sign-up", { email: "alice@app.test", password: GRACE.password })
  await post(asking, "/forgot-password", { email: GRACE.email })
  await auth.invite({ email: "bob@app.test" })
  await post(asking, "/signin/email", { email: GRACE.email })
  await post(grace, "/account", { change: "change-email", email: MOVED })
  const moved = () => service.emails.filter(({ identifier }) => identifier === MOVED).map(tokenIn)
  await vi.waitFor(() => expect(moved()).toHaveLength(1), { interval: 2 })
  const tokens = {
    "sign-up": await mail("confirm-sign-up"),
    invitation: await mail("invitation"),
    "reset-password": await mail("reset-password"),
    "change-email": moved().join(),
    undo,
    "magic link": tokenIn(links.at(-1) ?? expect.fail("no magic link")),
  }
  return { ...service, adapter, grace, asking, tokens }
}

type Service = Awaited<ReturnType<typeof createService>>
type Send = (service: Service, from: Browser, token: string) => Promise<Response>

const password = NEW_PASSWORD
const DOORS = {
  "sign-up": ({ post }, from, token) => post(from, "/sign-up", { token, password }),
  invitation: ({ post }, from, token) => post(from, "/sign-up", { token, password, email: "bob@app.test" }),
  "reset-password": ({ post }, from, token) => post(from, "/reset-password", { token, password }),
  "change-email": ({ post, grace }, _, token) => post(grace, "/change-email", { token }),
  undo: ({ post }, from, token) => post(from, "/undo", { token }),
  "magic link": (_, from, token) => from.get(`/callback/email?${new URLSearchParams({ token, email: GRACE.email })}`),
} satisfies Record<string, Send>
type Door = keyof typeof DOORS

/** The doors whose form takes both kinds of tokens. */
const isOwn = (door: Door, token: Door) =>
  door === token || [door, token].every((one) => one === "sign-up" || one === "invitation")

const PAIRS = (Object.keys(DOORS) as Door[]).flatMap((door) =>
  (Object.keys(DOORS) as Door[]).filter((token) => !isOwn(door, token)).map((token) => [token, door] as const),
)

/** Returns what the tokens could change. */
async function stored({ adapter, grace }: Service) {
  const emails = [GRACE.email, MOVED, "henry@app.test", "henrik@app.test", "alice@app.test", "bob@app.test"]
  const users = await Promise.all(emails.map((email) => adapter.getUserByEmail(email)))
  const records = await Promise.all(users.map((user) => user && adapter.getAccountRecord("password", user.id)))
  return { users, records, session: await signedIn(grace) }
}

test.each(PAIRS)(
  "the token of a %s does nothing as that of a %s, and stays usable (threat 479)",
  async (kind, door) => {
    const service = await createService()
    const { browser, tokens } = service
    const before = await stored(service)
    const from = browser()
    const rejected = await DOORS[door](service, from, tokens[kind])
    expect(rejected.status).toBeLessThan(500)
    expect(rejected.headers.get("location")).not.toBe(HOME)
    expect(await signedIn(from)).toBeNull()
    expect(await stored(service)).toEqual(before)
    const after = async () => [await stored(service), await signedIn(service.asking)]
    const unused = await after()
    const used = await DOORS[kind](service, service.asking, tokens[kind])
    expect(await after(), `${used.status} ${used.headers.get("location")}`).not.toEqual(unused)
  },
)

/** Other sites with the same secret and database: a tenant on the same origin, another host, and http. */
const OTHER_SITES = ["https://app.test/tenant/auth", "https://other.test/auth", "http://app.test/auth"]
const CROSSED = (Object.keys(DOORS) as Door[]).flatMap((kind) => OTHER_SITES.map((site) => [kind, site] as const))

test.each(CROSSED)("the token of a %s does nothing at %s, and stays usable (threat 479)", async (kind, site) => {
  const service = await createService()
  const { adapter, tokens, asking, grace } = service
  const elsewhere = passwordAccountService({ config: { rateLimit: false }, adapter, site })
  const browserAt = (jar: Browser["jar"]) => cookieClient(elsewhere.auth, new Map(jar), site)
  const before = await stored(service)
  for (const jar of [asking.jar, grace.jar, new Map()]) {
    const from = browserAt(jar)
    const rejected = await DOORS[kind]({ ...service, ...elsewhere, grace: browserAt(grace.jar) }, from, tokens[kind])
    expect(rejected.status).toBeLessThan(500)
    expect(await signedIn(from)).toBeNull()
  }
  expect(await stored(service)).toEqual(before)
  const unused = await signedIn(asking)
  await DOORS[kind](service, asking, tokens[kind])
  expect([await stored(service), await signedIn(asking)]).not.toEqual([before, unused])
})

const SCANNERS: readonly RequestInit[] = [
  { method: "GET" },
  { method: "HEAD" },
  { headers: { "sec-purpose": "prefetch", "sec-fetch-mode": "navigate", accept: "text/html" } },
  { headers: { "sec-purpose": "prefetch;prerender", "sec-fetch-mode": "navigate", accept: "text/html" } },
  { headers: { "user-agent": "a mail scanner", accept: "application/json" } },
]

test.each(Object.keys(DOORS) as Door[])(
  "scanners that open the link of a %s, and the page behind it, change nothing (threat 488)",
  async (kind) => {
    const service = await createService()
    const { browser, emails, links, tokenIn, tokens, auth, asking } = service
    const link = [...emails, ...links].find((mail) => tokenIn(mail) === tokens[kind]) ?? expect.fail("no such email")
    const before = await stored(service)
    for (const scanner of SCANNERS) {
      expect((await auth.handle(new Request(link.url, scanner))).status).toBeLessThan(500)
      const from = browser()
      const opened = await from.send(link.url, scanner)
      const to = opened.headers.get("location")
      if (to) await from.send(to, scanner)
      expect(await signedIn(from)).toBeNull()
    }
    expect(await stored(service)).toEqual(before)
    const unused = [await stored(service), await signedIn(asking)]
    await DOORS[kind](service, asking, tokens[kind])
    expect([await stored(service), await signedIn(asking)]).not.toEqual(unused)
  },
)
