import { expect, test } from "vitest"
import type { SecurityEvent } from "../../core/config/security-events.ts"
import { createWebhookSecret, webhook } from "./index.ts"

const FIELDS = {
  ...{ at: "2026-11-28T20:00:00.000Z", actor: { kind: "anonymous" }, identifierHash: "a-hash", address: "203.0.113.7" },
  ...{ device: { browser: "Firefox", os: "Linux", mobile: false }, route: "POST signin", provider: null, method: null },
  ...{ outcome: "success", error: null },
} as const
const eventOf = (id: string, userId: string, type: SecurityEvent["type"]) =>
  ({ ...FIELDS, id, userId, type }) as unknown as SecurityEvent // its device has more fields, which don't matter here

test("a webhook that arrives after its user was deleted names neither their address nor their device (threat 574)", async () => {
  const sent: SecurityEvent[] = []
  const gates = { arrived: Promise.withResolvers<void>(), failed: Promise.withResolvers<void>() }
  const send = webhook({
    ...{ url: "https://hooks.test/", secret: createWebhookSecret(), retryAfter: [0.01] },
    async fetch(_, init) {
      const { data } = JSON.parse(new TextDecoder().decode(init?.body as Uint8Array)) as { data: SecurityEvent } // what was signed
      sent.push(data)
      if (data.type === "signedIn" && data.address !== null && data.userId === "ada") {
        gates.arrived.resolve()
        await gates.failed.promise
        return new Response(null, { status: 503 })
      }
      return new Response(null, { status: 204 })
    },
  })
  const waiting = send(eventOf("1", "ada", "signedIn"))
  await gates.arrived.promise
  await send(eventOf("2", "ada", "accountDeleted"))
  await send(eventOf("3", "grace", "signedIn"))
  gates.failed.resolve()
  await waiting
  expect(
    sent.map(({ id, userId, address, device, identifierHash }) => [id, userId, address, device, identifierHash]),
  ).toEqual([
    ["1", "ada", FIELDS.address, FIELDS.device, "a-hash"],
    ["2", "ada", FIELDS.address, FIELDS.device, "a-hash"],
    ["3", "grace", FIELDS.address, FIELDS.device, "a-hash"],
    ["1", "ada", null, null, null],
  ])
})
