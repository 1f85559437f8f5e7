import { createServer, type Server } from "node:https"
import { setTimeout } from "node:timers/promises"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { Webhook } from "standardwebhooks"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { createAuth } from "../../service/auth.ts"
import type { SecurityEvent } from "../../core/config/security-events.ts"
import { ISSUER_TEST } from "../../providers/fixtures/issuer-test.ts"
import { publicFetch } from "../../providers/public-fetch.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { ADA, passwordConfig } from "../../test-kit/password-service.ts"
import { createWebhookSecret, verifyWebhook, webhook, type WebhookOptions } from "./index.ts"
import { listenOnLoopback } from "../../test-kit/listening.ts"

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
const OLD_SECRET = createWebhookSecret()

interface Received {
  headers: Record<string, string>
  body: string
}

const world: {
  server?: Server
  received: Received[]
  responses: number[]
  body?: string
  hangs: boolean
  port: number
} = { received: [], responses: [], hangs: false, port: 0 }

beforeAll(async () => {
  const server = createServer(ISSUER_TEST, (request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer) // a stream of bytes
      const headers = request.headers as Record<string, string> // no header of these is sent twice
      world.received.push({ headers, body: Buffer.concat(chunks).toString() })
      if (world.hangs) return
      response.writeHead(world.responses.shift() ?? 204, { location: "https://issuer.test/elsewhere" })
      response.end(world.body)
    })()
  })
  Object.assign(world, { server, port: await listenOnLoopback(server) })
})
afterAll(() => world.server?.closeAllConnections())
beforeEach(() => Object.assign(world, { received: [], responses: [], hangs: false, body: undefined }))

const lookup = async () => ["127.0.0.1"]
const LOCAL = { allow: ["127.0.0.1/32"], ca: ISSUER_TEST.cert, lookup }

const create = (options: Partial<WebhookOptions> = {}) =>
  webhook({
    ...{ url: `https://issuer.test:${world.port}/hook?key=1`, secret: SECRET, retryAfter: [0, 0] },
    ...{ fetch: publicFetch(LOCAL), ...options },
  })

async function signInEvent(): Promise<SecurityEvent> {
  const events: SecurityEvent[] = []
  const config = passwordConfig({ events: { security: (event) => void events.push(event) } })
  await cookieClient(createAuth(config, { env: { AUTH_URL: "https://app.test/auth" } })).signInWith("credentials", ADA)
  return events[0] ?? expect.fail("The sign-in emitted no event")
}

describe("a webhook (threat 517)", () => {
  test("is accepted by the verifier of Standard Webhooks, and by Latchkit's", async () => {
    const event = await signInEvent()
    await create()(event)
    const [message] = world.received
    const { headers, body } = message ?? expect.fail("Nothing was received")
    const payload = { type: "signedIn", timestamp: event.at, data: event }
    expect(new Webhook(SECRET).verify(body, headers)).toEqual(payload)
    expect(await verifyWebhook({ headers, body }, { secret: SECRET })).toEqual({ id: event.id, payload })
    expect(headers).toMatchObject({ "webhook-id": event.id, "content-type": "application/json" })
    expect(JSON.stringify(message)).not.toContain(SECRET.slice(6))
  })

  test("is verified if Standard Webhooks' own library signed it", async () => {
    const body = '{"a":"ä"}'
    const signature = new Webhook(SECRET).sign("msg_1", new Date(), body)
    const timestamp = String(Math.floor(Date.now() / 1000))
    const headers = new Headers({
      "webhook-id": "msg_1",
      "webhook-timestamp": timestamp,
      "webhook-signature": signature,
    })
    const bytes = new TextEncoder().encode(body)
    expect(await verifyWebhook({ headers, body: bytes }, { secret: SECRET })).toEqual({
      id: "msg_1",
      payload: { a: "ä" },
    })
  })

  test("is signed with both secrets while one is replaced", async () => {
    await create({ secret: [SECRET, OLD_SECRET] })(await signInEvent())
    const [{ headers, body } = { headers: {}, body: "" }] = world.received
    for (const secret of [SECRET, OLD_SECRET, [createWebhookSecret(), OLD_SECRET]])
      await expect(verifyWebhook({ headers, body }, { secret })).resolves.toMatchObject({ id: headers["webhook-id"] })
    expect(new Webhook(OLD_SECRET).verify(body, headers)).toBeDefined()
  })

  const changes: [string, (message: Received) => Received][] = [
    ["another body", ({ headers, body }) => ({ headers, body: body.replace("signedIn", "signedOut") })],
    ["another id", ({ headers, body }) => ({ headers: { ...headers, "webhook-id": "other" }, body })],
    [
      "a newer time",
      ({ headers, body }) => ({
        headers: { ...headers, "webhook-timestamp": String(Number(headers["webhook-timestamp"]) + 1) },
        body,
      }),
    ],
    [
      "a time that isn't a number",
      ({ headers, body }) => ({ headers: { ...headers, "webhook-timestamp": "now" }, body }),
    ],
    ["no signature", ({ headers, body }) => ({ headers: { ...headers, "webhook-signature": "" }, body })],
    [
      "a signature of another version",
      ({ headers, body }) => ({
        headers: { ...headers, "webhook-signature": (headers["webhook-signature"] ?? "").replace("v1,", "v1a,") },
        body,
      }),
    ],
    [
      "a shorter signature",
      ({ headers, body }) => ({
        headers: { ...headers, "webhook-signature": (headers["webhook-signature"] ?? "").slice(0, -4) },
        body,
      }),
    ],
  ]
  test.each(changes)("is rejected with %s", async (_, change) => {
    await create()(await signInEvent())
    const message = change(world.received[0] ?? expect.fail("Nothing was received"))
    await expect(verifyWebhook(message, { secret: SECRET })).rejects.toMatchObject({ name: "WebhookVerificationError" })
  })

  test("is rejected with another endpoint's secret, and after five minutes", async () => {
    await create()(await signInEvent())
    const message = world.received[0] ?? expect.fail("Nothing was received")
    await expect(verifyWebhook(message, { secret: createWebhookSecret() })).rejects.toThrow("No signature matches")
    const late = (seconds: number) => ({ secret: SECRET, now: () => Date.now() + seconds * 1000 })
    for (const seconds of [302, 86_400, -302])
      await expect(verifyWebhook(message, late(seconds))).rejects.toThrow("The timestamp is more than 300 seconds away")
    await expect(verifyWebhook(message, late(290))).resolves.toBeDefined()
  })

  test("is sent again under the same id after a failure, and no more after a success", async () => {
    world.responses = [500, 429]
    const event = await signInEvent()
    await create()(event)
    expect(world.received.map(({ headers }) => headers["webhook-id"])).toEqual([event.id, event.id, event.id])
    for (const { headers, body } of world.received) expect(new Webhook(SECRET).verify(body, headers)).toBeDefined()
  })

  test("rejects after the last try, and at once if another try is useless", async () => {
    world.responses = [500, 500, 500, 500]
    const event = await signInEvent()
    const failed = await create()(event).catch((error: unknown) => String(error))
    expect(failed).toBe(`Error: https://issuer.test:${world.port} didn't take a webhook: it responded with 500`)
    expect(world.received).toHaveLength(3)
    world.responses = [410]
    await expect(create()(event)).rejects.toThrow("it responded with 410")
    expect(world.received).toHaveLength(4)
  })

  test("is sent for the listed types only", async () => {
    await create({ types: ["signInFailed"] })(await signInEvent())
    expect(world.received).toEqual([])
  })

  test.each([
    "",
    "whsec_",
    "short",
    "whsec_c2hvcnQ=",
    `whsec_${"A".repeat(200)}`,
    "not base64 at all, but long enough",
  ])("needs a secret of 24 to 64 bytes in base64, and doesn't show %j", (secret) => {
    const failed = (() => {
      try {
        return create({ secret })
      } catch (error) {
        return String(error)
      }
    })()
    expect(failed).toMatch(/^TypeError: A webhook secret is the base64 of 24 to 64 bytes/)
  })
})

describe("the endpoint of a webhook (threat 516)", () => {
  test.each(["http://hooks.example", "ftp://hooks.example", "file:///etc/passwd"])("is on https: %s", (url) => {
    expect(() => webhook({ url, secret: SECRET })).toThrow("must be on https")
  })

  test("has no user and no password, which an error of `fetch` would print", () => {
    const made = () => webhook({ url: "https://ada:hunter2@hooks.example/in", secret: SECRET })
    expect(made).toThrow("A webhook's URL on https://hooks.example has a user or a password")
  })

  test("gets no event unsigned, and none because of a misspelled option", () => {
    expect(() => create({ secret: [] })).toThrow("A webhook needs a secret")
    const misspelled = { type: ["accountDeleted"] } as Partial<WebhookOptions>
    expect(() => create(misspelled)).toThrow("In `webhook()`, `type` isn't an option. Did you mean `types`?")
  })

  test.each([
    ...["https://127.0.0.1", "https://localhost", "https://169.254.169.254", "https://10.0.0.1", "https://[::1]"],
    ...["https://[fd00::1]", "https://[64:ff9b::7f00:1]", "https://[::ffff:7f00:1]", "https://2130706433"],
  ])("is on the public internet: %s", async (url) => {
    const send = webhook({ url, secret: SECRET, retryAfter: [] })
    await expect(send(await signInEvent())).rejects.toThrow("is not on the public internet")
  })

  test("is checked at each connection, so that another DNS record gains nothing", async () => {
    const hosts = ["127.0.0.1", "10.0.0.1"]
    const fetch = publicFetch({ ...LOCAL, lookup: async () => [hosts.shift() ?? "10.0.0.1"] })
    world.responses = [500]
    await expect(create({ fetch })(await signInEvent())).rejects.toThrow("is not on the public internet")
    expect(world.received).toHaveLength(1)
  })

  test("redirects nowhere, and its body isn't read", async () => {
    world.responses = [302]
    await expect(create()(await signInEvent())).rejects.toThrow("it responded with 302")
    expect(world.received).toHaveLength(1)
    world.body = "x".repeat(10_000_000)
    world.responses = [200]
    await expect(create()(await signInEvent())).resolves.toBeUndefined()
  })

  test("has five seconds for each try, also if memory is collected meanwhile", async () => {
    world.hangs = true
    setFlagsFromString("--expose-gc")
    const collect = setInterval(runInNewContext("gc") as () => void, 500)
    const started = performance.now()
    const late = setTimeout(5000).then(() => setTimeout(2000, "seven seconds")) // timers that a busy machine delays too
    const sent = create({ retryAfter: [] })(await signInEvent())
    await expect(Promise.race([sent, late])).rejects.toThrow(/aborted|timeout/i)
    clearInterval(collect)
    expect(performance.now() - started).toBeGreaterThan(4900)
  }, 30_000)

  test("can't make events pile up: more than a thousand that wait are dropped", async () => {
    const send = webhook({ url: "https://hooks.example", secret: SECRET, fetch: () => new Promise(() => undefined) })
    const event = await signInEvent()
    for (let sent = 0; sent < 1000; sent++) void send({ ...event })
    await expect(send({ ...event })).rejects.toThrow("https://hooks.example is too slow")
  })
})
