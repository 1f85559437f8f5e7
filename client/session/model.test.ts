import { QueryClient } from "@tanstack/react-query"
import fc from "fast-check"
import { expect, test } from "vitest"

import "../actions/run-sign-out.ts" // a page loads it, which takes no virtual time
import "./update-session.ts"
import { installClock, type VirtualClock } from "../../server/testing/clock.ts"
import { FAILURES } from "./fixtures/model-service.fixture.ts"
import type { ModelBrowser, ModelTab } from "./fixtures/model-tab.fixture.ts"
import { World, type WorldOptions } from "./fixtures/model-world.fixture.ts"
import { sessionKey } from "./options.ts"

/**
 * Runs random sequences of events in several tabs of two browsers, whose server may fail. After each event the model
 * checks every tab. A failure prints a minimal sequence. To run it again, copy what it prints:
 * `LATCHKIT_REPLAY='{"seed": 1, "path": "2:0", "replayPath": "A:B"}'`
 */
const SEQUENCES = Number(process.env["LATCHKIT_SEQUENCES"] ?? 500)
const REPLAY: { seed?: number; path?: string; replayPath?: string } = JSON.parse(process.env["LATCHKIT_REPLAY"] ?? "{}")
const TIMEOUT = { timeout: 60_000 + SEQUENCES * 100 }

interface Real {
  world: World
  clock: VirtualClock
}

interface Place {
  name: string
  browser: ModelBrowser
}

interface Event {
  name: string
  /** How often all tabs of the browser together may fetch the session because of it. */
  requests: 0 | 1
  /** Returns where it happened, or `undefined` if it couldn't happen. `at` chooses one of the places. */
  happen(world: World, at: number): Place | undefined
}

const inBrowser = (name: string, requests: 0 | 1, act: (browser: ModelBrowser, world: World) => unknown): Event => ({
  name,
  requests,
  happen(world, at) {
    const browser = world.browsers[at % 4 ? 0 : 1] // most events meet in one browser
    if (!browser) return undefined
    act(browser, world)
    return { name: `browser ${browser.name}`, browser }
  },
})

const inTab = (
  name: string,
  requests: 0 | 1,
  act: (tab: ModelTab, world: World) => unknown,
  suits = (tab: ModelTab) => tab.isLive,
): Event => ({
  name,
  requests,
  happen(world, at) {
    const tabs = world.tabs.filter(suits)
    const tab = tabs[at % tabs.length]
    if (tab) act(tab, world)
    return tab
  },
})

const MAX_TABS = 5
const opening = (name: string, requests: 0 | 1, open: (browser: ModelBrowser, world: World) => unknown) =>
  inBrowser(name, requests, (browser, world) => world.tabs.length < MAX_TABS && open(browser, world))

const queryKey = sessionKey("/auth")

/** Actions of users, apps and servers. */
const EVENTS: Event[] = [
  opening("opens a tab", 1, (browser, world) => world.open(browser)),
  opening("opens a tab that the server rendered", 0, (browser, world) => world.open(browser, { rendered: true })),
  opening("opens a tab with a QueryClient", 1, (browser, world) =>
    world.open(browser, { queryClient: new QueryClient() }),
  ),
  opening("opens a tab with stored queries", 1, (browser, world) => world.restore(browser)),
  inTab(
    "closes",
    0,
    (tab, world) => world.close(tab),
    () => true,
  ),
  inTab("hides", 0, (tab) => tab.page.hide()),
  inTab("shows", 1, (tab) => (tab.page.show(), tab.look())),
  inTab("enters the back-forward cache", 0, (tab) => tab.freeze()),
  inTab(
    "leaves the back-forward cache",
    1,
    (tab) => tab.thaw(),
    (tab) => tab.frozen,
  ),
  inTab("navigates", 1, (tab) => tab.page.move()),
  inTab("unmounts its provider", 0, (tab) => tab.pause()),
  inTab(
    "shows its hidden provider",
    1,
    (tab) => tab.resume(),
    (tab) => tab.paused,
  ),
  inTab("mounts a new provider", 1, (tab) => tab.remount()),
  inTab("signs in as the first user", 1, (tab, world) => world.signIn(tab, 0)),
  inTab("signs in as the second user", 1, (tab, world) => world.signIn(tab, 1)),
  inTab("switches to the first user", 1, (tab, world) => world.switchTo(tab, 0)),
  inTab("switches to the second user", 1, (tab, world) => world.switchTo(tab, 1)),
  inTab("signs out", 0, (tab, world) => world.signOut(tab)),
  inTab("updates the session", 1, (tab, world) => world.update(tab)),
  inTab("stores its queries", 0, (tab, world) => world.persist(tab)),
  inTab("clears its queries", 1, (tab) => tab.queryClient?.clear()),
  inTab("invalidates the query", 1, (tab) => void tab.queryClient?.invalidateQueries({ queryKey })),
  inBrowser("a server action signs in the first user", 1, (browser, world) =>
    world.post(browser, "callback/credentials"),
  ),
  inBrowser("a server action signs out", 1, (browser, world) => world.post(browser, "signout")),
]

/** Other events. */
const TROUBLE: Event[] = [
  opening("opens a tab that polls", 1, (browser, world) => world.open(browser, { refetchInterval: 5 })),
  inBrowser("the server ends the session", 0, (browser, world) => world.service.revoke(browser.cookies())),
  inBrowser("loses or gets its network", 1, ({ fake }) => (fake.online = !fake.online)),
]

type Command = fc.AsyncCommand<object, Real>

/** A command whose printed text is what `run` returned. */
function command(act: (real: Real) => string | Promise<string>): Command {
  const done = { text: "" }
  return {
    check: () => true,
    run: async (_, real) => {
      done.text = await act(real)
      real.world.check()
    },
    toString: () => done.text,
  }
}

const happening = (events: Event[], then: (real: Real, event: Event, place: Place, before: number) => unknown) =>
  fc.tuple(fc.constantFrom(...events), fc.nat(7)).map(([event, at]) =>
    command(async (real) => {
      const before = real.world.sessionRequests
      const place = event.happen(real.world, at)
      if (place) await then(real, event, place, before)
      return place ? `${place.name}: ${event.name}` : "nothing"
    }),
  )

const failing = fc
  .tuple(
    fc.constantFrom("session", "session", "signout", "csrf", "callback/credentials", "accounts"),
    fc.constantFrom(...FAILURES),
  )
  .map(([path, failure]) =>
    command(({ world }) => (world.service.failures.set(path, failure), `${path} fails: ${failure}`)),
  )
const healing = fc.constant(null).map(() => command(({ world }) => (world.service.heal(), "the server works again")))
const waiting = fc
  .constantFrom(0, 10, 100, 1000, 5000, 15_000, 60_000)
  .map((ms) => command(async ({ clock }) => (await clock.advance(ms), `${ms} ms pass`)))
const sleeping = fc.constantFrom(60_000, 3600_000).map((ms) =>
  command(async ({ clock }) => {
    await clock.advance(100) // messages arrive before
    clock.sleep(ms)
    return `the device sleeps for ${ms} ms`
  }),
)

/** A sequence of commands, each with its weight. */
const sequence = (...weighted: [number, fc.Arbitrary<Command>][]) =>
  fc.commands(
    weighted.flatMap(([weight, arbitrary]) => Array<typeof arbitrary>(weight).fill(arbitrary)),
    {
      maxCommands: 40,
      size: "max",
      ...(REPLAY.replayPath !== undefined && { replayPath: REPLAY.replayPath }),
    },
  )

const features = fc.record({
  locks: fc.boolean(),
  channels: fc.boolean(),
  cookieStore: fc.boolean(),
  late: fc.constantFrom(0, 60),
})
const options: fc.Arbitrary<WorldOptions> = fc.record({
  ahead: fc.constantFrom(0, 600_000, -600_000),
  life: fc.constantFrom(3600, 120),
  latency: fc.constantFrom(0, 20, 200),
  scriptDelay: fc.constantFrom(0, 400),
  browsers: fc.tuple(features, features),
})

async function runIn(worldOptions: WorldOptions, commands: Iterable<Command>, finish?: (real: Real) => Promise<void>) {
  const clock = installClock()
  const real = { world: new World(worldOptions), clock }
  try {
    await fc.asyncModelRun(() => ({ model: {}, real }), commands)
    await finish?.(real)
  } finally {
    for (const tab of [...real.world.tabs]) real.world.close(tab)
    clock.restore()
  }
}

/** How exactly a page knows the server's clock: a `Date` header has whole seconds. */
const CLOCK_ACCURACY = 3000

/** Ends all trouble. Then every tab must show what is true. */
async function endTrouble({ world, clock }: Real) {
  world.service.heal()
  for (const { fake } of world.browsers) fake.online = true
  for (const tab of world.tabs) {
    tab.resume()
    tab.thaw()
  }
  await clock.advance(40_000)
  for (const tab of world.tabs) tab.page.show()
  await clock.advance(5000)
  world.check()
  for (const { name, browser, shown, expires } of world.tabs) {
    if (Math.abs(expires - world.service.now()) < CLOCK_ACCURACY) continue
    expect(`${name}: ${shown}`).toBe(`${name}: ${world.signedInUser(browser) ?? "unauthenticated"}`)
  }
}

test("is right in every tab, whatever happens in whatever order", TIMEOUT, async () => {
  const events = happening([...EVENTS, ...TROUBLE], () => {})
  const commands = sequence([20, events], [6, waiting], [3, failing], [2, healing], [1, sleeping])
  const property = fc.asyncProperty(options, commands, (world, run) => runIn(world, run, endTrouble))
  await fc.assert(property, { numRuns: SEQUENCES, ...REPLAY })
})

test("fetches the session at most once for each event, and for all tabs together", TIMEOUT, async () => {
  const settled = happening(EVENTS, async ({ clock, world }, { name, requests }, place, before) => {
    await clock.advance(5000)
    const { locks, channels } = place.browser.features
    const allowed = locks && channels ? requests : world.tabs.length
    const sent = world.sessionRequests - before
    if (sent > allowed) throw new Error(`${place.name}: ${name}: ${sent} requests instead of ${allowed}`)
  })
  const property = fc.asyncProperty(options, sequence([1, settled]), (world, run) =>
    runIn({ ...world, life: 3600 }, run),
  )
  await fc.assert(property, { numRuns: SEQUENCES / 4, ...REPLAY })
})
