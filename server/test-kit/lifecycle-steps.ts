import fc from "fast-check"
import { command, isAdmitted, MINUTE, openLink, takeOver, type Command } from "./lifecycle-model.ts"
import { PEOPLE, type Model, type ModelAttempt, type Person, type World } from "./lifecycle-world.ts"

const ATTEMPT_LIFETIME = 10 * MINUTE

/** Runs a sign-in that waits for a step. */
async function pausing<T>({ step }: World, run: () => Promise<T>): Promise<T> {
  step.isNeeded = true
  try {
    return await run()
  } finally {
    step.isNeeded = false
  }
}

function pause(model: Model, browser: number, attempt: Omit<ModelAttempt, "since">): void {
  model.attempts[browser] = { ...attempt, since: model.now }
}

const beginAtProvider = (browser: number, instance: number, person: Person): Command =>
  command(
    `${person} begins to sign in at the provider, browser ${browser}, instance ${instance}`,
    async (model, world) => {
      await pausing(world, () => world.enter(browser, instance, person))
      if (isAdmitted(model, browser, person))
        pause(model, browser, { person, by: "provider", user: model.accounts.get(person) })
    },
    ({ sessions, accounts }) => !sessions[browser] || accounts.has(person), // otherwise it is a link
  )

const beginWithLink = (browser: number, instance: number, chosen: number): Command =>
  command(
    `browser ${browser} begins to sign in with link ${chosen} at instance ${instance}`,
    async (model, world) => {
      const person = await pausing(world, () => openLink(model, world, { browser, instance, chosen }))
      if (person === undefined) return
      const user = model.users.get(person)
      if (user) takeOver(model, browser, user)
      pause(model, browser, { person, by: "link", user })
    },
    ({ links }) => links.length > 0,
  )

const finish = (browser: number, instance: number): Command =>
  command(
    `browser ${browser} does its step at instance ${instance}`,
    async (model, world) => {
      const client = world.browser(browser, instance)
      const step = (await (await client.get("/step", { accept: "application/json" })).json()) as {
        attempt: string
      } | null // its contract
      await client.post("/step/terms", { csrfToken: await client.csrfToken(), attempt: step?.attempt ?? "" })
      const attempt = model.attempts[browser]
      model.attempts[browser] = undefined
      if (attempt) open(model, browser, attempt)
    },
    ({ attempts }) => attempts[browser] !== undefined,
  )

/** Opens the session of a paused sign-in, unless what it was decided by has changed. */
function open(model: Model, browser: number, { person, by, user: found, since }: ModelAttempt): void {
  if (since + ATTEMPT_LIFETIME <= model.now) return
  if (found && by === "provider" && model.accounts.get(person) !== found) return
  if (!found && (model.users.has(person) || (by === "provider" && model.accounts.has(person)))) return
  const user = found ?? { person, verified: by === "link" }
  model.users.set(user.person, user)
  if (by === "provider") model.accounts.set(person, user)
  model.sessions[browser] = { user, since }
}

const browser = fc.nat(1)

/** Sign-ins that wait for a step, and may never finish. */
export const STEP_COMMANDS: readonly fc.Arbitrary<Command>[] = [
  fc.tuple(browser, fc.nat(1), fc.constantFrom(...PEOPLE)).map((args) => beginAtProvider(...args)),
  fc.tuple(browser, fc.nat(1), fc.nat(5)).map((args) => beginWithLink(...args)),
  fc.tuple(browser, fc.nat(1)).map((args) => finish(...args)),
]
