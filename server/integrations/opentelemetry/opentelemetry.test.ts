import type { Attributes, Meter, Span, SpanStatus, Tracer } from "@opentelemetry/api"
import { expect, test, vi } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { createAuth } from "../../service/auth.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { runAllFlows } from "../../test-kit/event-flows.ts"
import { eventService } from "../../test-kit/event-service.ts"
import { ADA, passwordConfig } from "../../test-kit/password-service.ts"
import { openTelemetry } from "./index.ts"

const SITE = { env: { AUTH_URL: "https://app.test/auth" } }

interface SeenSpan {
  name: string
  attributes: Attributes
  status?: SpanStatus
  ended: number
}

/** Records spans and measurements, as an SDK's exporter sees them. */
function recorder() {
  const spans: SeenSpan[] = []
  const measured: { name: string; value: number; attributes: Attributes }[] = []
  const startActiveSpan = (name: string, options: { attributes: Attributes }, run: (span: Span) => unknown) => {
    const seen: SeenSpan = { name, attributes: { ...options.attributes }, ended: 0 }
    spans.push(seen)
    const span = {
      setAttribute: (key: string, value: string) => void (seen.attributes[key] = value),
      setStatus: (status: SpanStatus) => void (seen.status = status),
      end: () => void seen.ended++,
    }
    return run(span as unknown as Span) // the part of a span that Latchkit uses
  }
  const instrument = (name: string) => {
    const record = (value: number, attributes: Attributes) => void measured.push({ name, value, attributes })
    return { record, add: record }
  }
  const telemetry = openTelemetry({
    tracer: { startActiveSpan } as unknown as Tracer, // the part of a tracer that Latchkit uses
    meter: { createHistogram: instrument, createCounter: instrument } as unknown as Meter, // as above
  })
  return { spans, measured, telemetry }
}

test("a request is one span named after its route, with a duration, and its events are counted", async () => {
  const { spans, measured, telemetry } = recorder()
  const browser = cookieClient(createAuth(passwordConfig({ telemetry }), SITE))
  await browser.signInWith("credentials", { ...ADA, password: "wrong" })
  expect(spans.map(({ name, ended }) => [name, ended])).toEqual([["latchkit POST callback", 1]])
  const attributes = { "latchkit.route": "POST callback", "latchkit.provider": "credentials" }
  expect(spans[0]?.attributes).toEqual({ ...attributes, "error.type": "CredentialsSignin" })
  expect(spans[0]?.status).toBeUndefined() // a wrong password isn't a fault of the app
  expect(measured.filter(({ name }) => name === "latchkit.request.duration")).toHaveLength(1)
  expect(measured.filter(({ name }) => name === "latchkit.security_events")).toEqual([
    {
      name: "latchkit.security_events",
      value: 1,
      attributes: {
        "latchkit.event": "signInFailed",
        "latchkit.outcome": "failure",
        "latchkit.provider": "credentials",
        "error.type": "CredentialsSignin",
      },
    },
  ])
})

test("the app's own handler gets the events too", async () => {
  const security = vi.fn()
  const auth = createAuth(passwordConfig({ telemetry: recorder().telemetry, events: { security } }), SITE)
  await cookieClient(auth).signInWith("credentials", ADA)
  expect(security).toHaveBeenCalledOnce()
})

test("a read that every page makes has no span, because it would cost more than the request", async () => {
  const { spans, measured, telemetry } = recorder()
  const browser = cookieClient(createAuth(passwordConfig({ telemetry }), SITE))
  await browser.signInWith("credentials", ADA)
  spans.length = measured.length = 0
  for (const path of ["/session", "/csrf", "/providers"]) await browser.get(path)
  expect([spans, measured]).toEqual([[], []])
})

test("without an SDK nothing is recorded, and everything works", async () => {
  const auth = createAuth(passwordConfig({ telemetry: openTelemetry() }), SITE)
  expect((await cookieClient(auth).signInWith("credentials", ADA)).headers.get("location")).toBe("https://app.test/")
})

test.each([true, false])("a span says whether an administrator acted as the user: %s (threat 509)", async (acted) => {
  const { spans, telemetry } = recorder()
  await telemetry.observe({ route: "GET account", provider: undefined, impersonated: () => acted }, async () => 1)
  expect(spans[0]?.attributes["latchkit.impersonated"]).toBe(acted || undefined)
})

test("no span and no metric has a URL, an id, an address or a secret (threat 515)", async () => {
  const { spans, measured, telemetry } = recorder()
  const service = await eventService({ telemetry })
  await runAllFlows(service)
  const seen = [
    ...spans.map(({ name, attributes }) => JSON.stringify([name, attributes])),
    ...measured.map(({ name, attributes }) => JSON.stringify([name, attributes])),
  ]
  expect(seen.length).toBeGreaterThan(150)
  const texts = [...service.secrets].filter((text) => text.length >= 6)
  for (const text of [...texts, service.ada.id]) expect(seen.filter((line) => line.includes(text))).toEqual([])
  expect(seen.join()).not.toMatch(/https?:|@|[?&]|203\.0\.113/)
  const keys = new Set([...spans, ...measured].flatMap(({ attributes }) => Object.keys(attributes)))
  expect([...keys].sort()).toEqual([
    "error.type",
    "latchkit.event",
    "latchkit.outcome",
    "latchkit.provider",
    "latchkit.route",
  ])
})

test("a failure's span has the error's type, and not its message (threat 515)", async () => {
  const { spans, telemetry } = recorder()
  const adapter = { ...MemoryAdapter(), createSession: () => Promise.reject(new Error("no row for ada@app.test")) }
  const config = passwordConfig({ adapter, telemetry, session: { strategy: "database" } })
  await cookieClient(createAuth(config, SITE)).signInWith("credentials", ADA)
  expect(spans.at(-1)).toMatchObject({
    attributes: { "error.type": "CallbackRouteError" },
    status: { code: 2 },
    ended: 1,
  })
  expect(JSON.stringify(spans)).not.toContain("ada@")
})
