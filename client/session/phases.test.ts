import { afterEach, beforeEach, describe, expect, test } from "vitest"

import "../actions/run-sign-out.ts" // a page loads it, which takes no virtual time
import { installClock, type VirtualClock } from "../../server/testing/clock.ts"
import { fakeBrowser, type FakeBrowser, type FakeTab } from "../../server/testing/tabs.ts"
import { signOut } from "../api/sign-out.ts"
import { runClient } from "../core/client.ts"
import { createClient } from "../core/create-client.ts"
import { ada, eve, createTestService, type TestService } from "../core/service.fixture.ts"
import type { Session } from "../contract.ts"
import { nextPhase, PHASES, shownData, type Phase, type PhaseEvent } from "./phases.ts"
import { baseMemory } from "./seed.ts"

const phases = Object.keys(PHASES) as Phase[]
const events = [
  "received",
  "requestStarted",
  "requestFailed",
  "requestCanceled",
  "versionChanged",
  "missed",
  "ended",
  "signOutStarted",
  "signOutFailed",
] as const satisfies PhaseEvent[]

describe("the table", () => {
  test("reaches every phase from loading", () => {
    const reached = new Set<Phase>(["loading"])
    for (const phase of reached) for (const event of events) reached.add(nextPhase(phase, event, ada))
    expect([...reached, nextPhase("loading", "received", null)].sort()).toEqual([...phases].sort())
  })

  test.each(phases)("%s: a session or null that was received ends it, and a sign-out too", (phase) => {
    expect(nextPhase(phase, "received", ada)).toBe("authenticated")
    expect(nextPhase(phase, "received", null)).toBe("unauthenticated")
    expect(nextPhase(phase, "signOutStarted", null)).toBe("signingOut")
  })

  test.each(phases)("%s: a request that starts, fails or is canceled signs nobody out", (phase) => {
    for (const event of ["requestStarted", "requestFailed", "requestCanceled"] as const) {
      const before = shownData({ phase, data: ada })
      const after = shownData({ phase: nextPhase(phase, event, ada), data: ada })
      expect([before, undefined]).toContain(after)
    }
  })

  test("data that was hidden is shown again only when it is received", () => {
    for (const event of events) {
      const phase = nextPhase("hidden", event, ada)
      if (event !== "received") expect(shownData({ phase, data: ada })).not.toBe(ada)
    }
  })

  test("data of another version is hidden if the request for the current version fails", () => {
    expect(nextPhase("outdated", "requestFailed", ada)).toBe("hidden")
  })
})

describe("a page", () => {
  let clock: VirtualClock
  let service: TestService
  let browser: FakeBrowser
  let tab: FakeTab
  const stops: (() => void)[] = []

  beforeEach(() => {
    clock = installClock()
    service = createTestService({ ...ada, expires: new Date(Date.now() + 600_000).toISOString() })
    service.delay = 100
    browser = fakeBrowser(service)
    tab = browser.open()
    setSession(service.session)
    stops.push(runClient(createClient({ page: tab })))
  })

  afterEach(() => {
    for (const stop of stops.splice(0)) stop()
    clock.restore()
  })

  const phase = () => baseMemory(tab, "/auth").cell?.state.phase

  const fail = () => (service.instead["session"] = () => new Response("", { status: 500 }))

  function setSession(session: Session | null) {
    const [name = "", value = ""] = service.setSession(session).split("=")
    browser.cookies.set(name, value)
  }

  /** Each row: the phases after an action, at once and a second later. */
  const rows: [string, () => unknown, Phase, Phase][] = [
    ["fetches when the tab becomes visible", () => tab.show(), "asking", "authenticated"],
    ["sees another version", () => (setSession(eve), tab.move()), "outdated", "authenticated"],
    ["sees another version after it was hidden", () => (setSession(eve), tab.show()), "hidden", "authenticated"],
    ["sees a sign-out by the server", () => (setSession(null), tab.move()), "outdated", "unauthenticated"],
    ["signs out", () => void signOut({ redirect: false }), "signingOut", "unauthenticated"],
    ["keeps the session if a request fails", () => (fail(), tab.show()), "asking", "authenticated"],
    [
      "hides another version's session if that fails",
      () => (setSession(eve), fail(), tab.move()),
      "outdated",
      "hidden",
    ],
    [
      "sleeps past the expiry",
      () => (clock.sleep(600_000), (service.session = null), tab.show()),
      "expired",
      "unauthenticated",
    ],
  ]
  test.each(rows)("%s", async (_, act, atOnce, later) => {
    expect(phase()).toBe("loading")
    await clock.advance(1500)
    expect(phase()).toBe("authenticated")
    act()
    await clock.advance(0)
    expect(phase()).toBe(atOnce)
    await clock.advance(1000)
    expect(phase()).toBe(later)
  })

  test("restores the session if the sign-out fails", async () => {
    await clock.advance(1500)
    service.instead["signout"] = () => new Response("", { status: 500 })
    void signOut({ redirect: false })
    await clock.advance(0)
    expect(phase()).toBe("signingOut")
    await clock.advance(2000)
    expect(phase()).toBe("authenticated")
  })
})
