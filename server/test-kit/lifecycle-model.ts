// Random sequences of sign-ins, links and sign-outs by two users, in two browsers, at two instances of one service. A
// small model says who must be signed in where, and which sign-in methods and links exist.
import fc from "fast-check"
import { expect } from "vitest"
import type { Adapter } from "../adapters/contract.ts"
import type { SessionStrategyName } from "../core/config/callbacks.ts"
import {
  newModel,
  PEOPLE,
  serviceOn,
  World,
  type LifecycleService,
  type Model,
  type ModelSession,
  type ModelUser,
  type Person,
} from "./lifecycle-world.ts"

export const MINUTE = 60_000
/** How long a sign-in counts as a recent confirmation. */
const RECENT = 10 * MINUTE
const LINK_LIFETIME = 24 * 60 * MINUTE
/** How many links to one address work at the same time: the newest ones. */
const LIVE_LINKS = 3
const JUMPS = [4 * MINUTE, 11 * MINUTE, 25 * 60 * MINUTE]

export type Command = fc.AsyncCommand<Model, World>

/** Names a command with its arguments, so that a failure prints the sequence. */
export function command(
  name: string,
  run: (model: Model, world: World) => Promise<void>,
  check: (model: Readonly<Model>) => boolean = () => true,
): Command {
  return {
    check,
    toString: () => name,
    async run(model, world) {
      await run(model, world)
      await checkEverything(model, world)
    },
  }
}

/** Compares the database and both browsers, at both instances, with the model. Each user and account had a session. */
async function checkEverything(model: Model, world: World): Promise<void> {
  for (const person of PEOPLE) {
    const user = await world.adapter.getUserByEmail?.(world.email(person))
    expect(user !== null, `whether ${person}'s user exists`).toBe(model.users.has(person))
    const key = { provider: "acme", providerAccountId: world.accountId(person) }
    const owner = model.accounts.get(person)?.person
    const stored = await world.adapter.getUserByAccount?.(key)
    expect(stored?.email, `the owner of ${person}'s account`).toBe(owner && world.email(owner))
  }
  for (const index of [0, 1]) {
    const session = model.sessions[index]
    for (const instance of [0, 1]) {
      const seen = (await (await world.browser(index, instance).get("/session")).json()) as {
        user?: { email?: string }
      } | null // its contract
      expect(seen?.user?.email ?? null, `browser ${index} at instance ${instance}`).toBe(
        session ? world.email(session.user.person) : null,
      )
    }
    const account = await world.account(index)
    const linked = session ? [...model.accounts.values()].filter((owner) => owner === session.user).length : undefined
    expect(account?.accounts?.length, `linked accounts in browser ${index}`).toBe(linked)
  }
}

const isRecent = ({ now }: Model, { since }: ModelSession) => now - since <= RECENT

const signIn = (browser: number, instance: number, person: Person): Command =>
  command(`${person} signs in at the provider, browser ${browser}, instance ${instance}`, async (model, world) => {
    await world.enter(browser, instance, person)
    const current = model.sessions[browser]
    const owner = model.accounts.get(person)
    if (current && !owner) {
      if (isRecent(model, current)) model.accounts.set(person, current.user)
      return
    }
    if (!isAdmitted(model, browser, person)) return
    const user = owner ?? { person, verified: false }
    model.users.set(user.person, user)
    model.accounts.set(person, user)
    model.sessions[browser] = { user, since: model.now }
  })

/** Returns whether a browser may sign in with a person's account at the provider, if that links nothing. */
export function isAdmitted(model: Model, browser: number, person: Person): boolean {
  const current = model.sessions[browser]
  const owner = model.accounts.get(person)
  if (current && !ownsAny(model, current.user) && !isRecent(model, current)) return false // a confirmation comes first
  if (owner && current && owner !== current.user) return false
  return owner !== undefined || !model.users.has(person)
}

const ownsAny = ({ accounts }: Model, user: ModelUser) => [...accounts.values()].includes(user)

const requestLink = (browser: number, person: Person): Command =>
  command(`${person} requests a link in browser ${browser}`, async (model, world) => {
    const client = world.browser(browser)
    await client.post("/signin/email", { csrfToken: await client.csrfToken(), email: world.email(person) })
    model.links.push({ to: person, expires: model.now + LINK_LIFETIME, isUsed: false })
    world.time.now += 1 // so that one link is the oldest
    model.now = world.time.now
    expect(world.links).toHaveLength(model.links.length)
    const live = model.links.filter(({ to, isUsed }) => to === person && !isUsed)
    for (const old of live.slice(0, -LIVE_LINKS)) old.isUsed = true
  })

const useLink = (browser: number, instance: number, chosen: number): Command =>
  command(
    `browser ${browser} uses link ${chosen} at instance ${instance}`,
    async (model, world) => {
      const person = await openLink(model, world, { browser, instance, chosen })
      if (person === undefined) return
      const user = model.users.get(person) ?? { person, verified: true }
      model.users.set(person, user)
      takeOver(model, browser, user)
      model.sessions[browser] = { user, since: model.now }
    },
    ({ links }) => links.length > 0,
  )

/** Opens a link. Returns who it is for, or `undefined` if it doesn't work anymore. */
export async function openLink(
  model: Model,
  world: World,
  { browser, instance, chosen }: { browser: number; instance: number; chosen: number },
): Promise<Person | undefined> {
  const index = chosen % model.links.length
  const link = model.links[index] ?? expect.fail("no link")
  const client = world.browser(browser, instance)
  const url = world.links[index] ?? expect.fail("no email")
  const opened = await client.get(url)
  if (opened.status === 200) {
    const fields = Object.fromEntries([...new URL(url).searchParams])
    await client.post(new URL(url).pathname.replace(/^\/auth/, ""), {
      ...fields,
      csrfToken: await client.csrfToken(),
    })
  }
  if (link.isUsed || link.expires <= model.now) return undefined
  for (const other of model.links) if (other.to === link.to) other.isUsed = true
  return link.to
}

/** The mailbox's owner gets the user. Accounts that a stranger may have linked before the first proof are removed. */
export function takeOver(model: Model, browser: number, user: ModelUser): void {
  const isOwn = model.sessions[browser]?.user === user
  if (!user.verified && !isOwn) {
    for (const [account, owner] of model.accounts) if (owner === user) model.accounts.delete(account)
    model.sessions = model.sessions.map((session) => (session?.user === user ? undefined : session))
    endAttempts(model, user)
  }
  user.verified = true
}

function endAttempts(model: Model, user: ModelUser): void {
  model.attempts = model.attempts.map((attempt) => (attempt?.user === user ? undefined : attempt))
}

const signOut = (browser: number, instance: number): Command =>
  command(`browser ${browser} signs out at instance ${instance}`, async (model, world) => {
    const client = world.browser(browser, instance)
    await client.post("/signout", { csrfToken: await client.csrfToken() })
    model.sessions[browser] = undefined
  })

const unlink = (browser: number, chosen: number): Command =>
  command(
    `browser ${browser} unlinks account ${chosen}`,
    async (model, world) => {
      const current = model.sessions[browser] ?? expect.fail("signed out")
      const own = [...model.accounts].filter(([, owner]) => owner === current.user)
      const listed = (await world.account(browser))?.accounts ?? []
      const person = own[chosen % own.length]?.[0] ?? expect.fail("no account")
      const account = listed.find(({ label }) => label === world.email(person)) ?? expect.fail("not listed")
      const client = world.browser(browser)
      await client.post("/account", { csrfToken: await client.csrfToken(), change: "unlink", id: account.id })
      const isLast = own.length === 1 && !current.user.verified
      if (isRecent(model, current) && !isLast) model.accounts.delete(person)
    },
    ({ sessions, accounts }) => [...accounts.values()].some((owner) => owner === sessions[browser]?.user),
  )

const signOutOthers = (browser: number): Command =>
  command(
    `browser ${browser} signs out all others`,
    async (model, world) => {
      const client = world.browser(browser)
      await client.post("/account", { csrfToken: await client.csrfToken(), change: "revoke-other-sessions" })
      const { user } = model.sessions[browser] ?? expect.fail("signed out")
      if (model.sessions[1 - browser]?.user === user) model.sessions[1 - browser] = undefined
      endAttempts(model, user)
    },
    ({ sessions }) => sessions[browser] !== undefined,
  )

const wait = (jump: number): Command =>
  command(`${jump / MINUTE} minutes pass`, async (model, { time }) => {
    time.now += jump
    model.now = time.now
  })

interface LifecycleOptions {
  readonly strategy: SessionStrategyName
  readonly sequences: number
  readonly more: readonly fc.Arbitrary<Command>[]
  /** @default 16 */
  readonly maxCommands?: number
  /** Observes the commands. */
  readonly wrap?: (command: Command) => Command
}

/**
 * Runs random sequences on an adapter, or on a service. A failure prints a minimal sequence, with the seed and the path to replay it.
 */
export const runLifecycle = async (adapter: Adapter, options: LifecycleOptions): Promise<void> =>
  runSequences(await serviceOn(adapter, options.strategy), options)

export async function runSequences(
  service: LifecycleService,
  { strategy, sequences, more, maxCommands = 16, wrap = (chosen) => chosen }: LifecycleOptions,
): Promise<void> {
  const browser = fc.nat(1)
  const person = fc.constantFrom(...PEOPLE)
  const commands = fc.commands(
    [
      fc.tuple(browser, fc.nat(1), person).map((args) => signIn(...args)),
      fc.tuple(browser, person).map((args) => requestLink(...args)),
      fc.tuple(browser, fc.nat(1), fc.nat(5)).map((args) => useLink(...args)),
      fc.tuple(browser, fc.nat(1)).map((args) => signOut(...args)),
      fc.tuple(browser, fc.nat(3)).map((args) => unlink(...args)),
      fc.constantFrom(...JUMPS).map(wait),
      ...more,
      ...(strategy === "database" ? [browser.map(signOutOthers)] : []),
    ].map((chosen) => chosen.map(wrap)),
    { maxCommands, size: "max" },
  )
  const begin = (): { model: Model; real: World } => ({
    model: newModel(service.time.now),
    real: new World(service),
  })
  await fc.assert(
    fc.asyncProperty(commands, async (run) => fc.asyncModelRun(begin, run)),
    { numRuns: sequences, endOnFailure: false },
  )
}
