// Two browsers, and two instances of one service
import { expect } from "vitest"
import type { AccountDetails } from "../../client/account-contract.ts"
import type { Adapter } from "../adapters/contract.ts"
import { createIntegrationService } from "../service/auth.ts"
import type { SessionStrategyName } from "../core/config/callbacks.ts"
import { cookieClient, type CookieJarMap, type RequestHandler } from "../testing/cookie-client.ts"
import { fakeIssuer, type FakeIssuer } from "../testing/fake-issuer.ts"

export const PEOPLE = ["ada", "eve"] as const

export type Person = (typeof PEOPLE)[number]

/** A user as the model knows them. */
export interface ModelUser {
  readonly person: Person
  /** Whether the mailbox is proven, so that a link signs in. */
  verified: boolean
}

export interface ModelSession {
  readonly user: ModelUser
  /** When the user signed in, in milliseconds. */
  readonly since: number
}

/** A sign-in that waits for a step. */
export interface ModelAttempt {
  readonly person: Person
  readonly by: "provider" | "link"
  /** The user, if there was one when the sign-in began. */
  readonly user: ModelUser | undefined
  readonly since: number
}

export interface ModelLink {
  readonly to: Person
  readonly expires: number
  isUsed: boolean
}

/** The expected state. */
export interface Model {
  now: number
  /** The session of each browser. */
  sessions: (ModelSession | undefined)[]
  users: Map<Person, ModelUser>
  /** The owner of each person's account at the provider. */
  accounts: Map<Person, ModelUser>
  links: ModelLink[]
  /** The paused sign-in of each browser. */
  attempts: (ModelAttempt | undefined)[]
}

/** Returns the expected state of an empty site. */
export const newModel = (now: number): Model => ({
  now,
  sessions: [undefined, undefined],
  users: new Map(),
  accounts: new Map(),
  links: [],
  attempts: [undefined, undefined],
})

/** The instances under test, on which the commands act. */
export class World {
  readonly time: { now: number }
  readonly #instances: readonly RequestHandler[]
  readonly #issuer: FakeIssuer
  readonly #jars: CookieJarMap[] = [new Map(), new Map()]
  readonly #run = crypto.randomUUID().slice(0, 8)
  readonly links: string[]
  /** Whether each sign-in must do a step. */
  readonly step: { isNeeded: boolean }
  readonly adapter: Adapter

  constructor({ time, instances, issuer, links, step, adapter, reset }: LifecycleService) {
    reset?.()
    this.time = time
    this.step = step
    this.adapter = adapter
    this.#instances = instances
    this.#issuer = issuer
    this.links = links
    links.length = 0
  }

  /** Returns a browser that talks to one of the instances. */
  browser(index: number, instance = 0) {
    const auth = this.#instances[instance] ?? expect.fail("no such instance")
    return cookieClient(auth, this.#jars[index])
  }

  email = (person: Person) => `${person}-${this.#run}@app.test`
  accountId = (person: Person) => `${person}-${this.#run}`

  /** Signs in at the provider. The callback goes to the other instance. */
  async enter(index: number, instance: number, person: Person): Promise<void> {
    const browser = this.browser(index, instance)
    const response = await browser.post("/signin/acme", { csrfToken: await browser.csrfToken() })
    const to = response.headers.get("location") ?? ""
    if (!to.startsWith(`${this.#issuer.issuer}/authorize`)) return // a confirmation comes first
    const claims = { sub: this.accountId(person), email: this.email(person), email_verified: false }
    await this.browser(index, 1 - instance).get(`/callback/acme?${this.#issuer.authorize(to, claims)}`)
  }

  async account(index: number): Promise<AccountDetails | null> {
    return (
      await this.browser(index).get("/account", { accept: "application/json" })
    ).json() as Promise<AccountDetails | null> // its contract
  }
}

/** Two instances of one service, and what they share. */
export interface LifecycleService {
  readonly time: { now: number }
  readonly instances: readonly RequestHandler[]
  readonly issuer: FakeIssuer
  /** The emailed links, which each sequence empties. */
  readonly links: string[]
  readonly step: { isNeeded: boolean }
  readonly adapter: Adapter
  /** Runs before each sequence. */
  reset?(): void
}

/** Creates two instances of one service on an adapter. */
export async function serviceOn(adapter: Adapter, strategy: SessionStrategyName): Promise<LifecycleService> {
  const time = { now: Date.now() }
  const clock = () => time.now
  const issuer = await fakeIssuer({ clock })
  const links: string[] = []
  const step = { isNeeded: false }
  const quiet = { error() {}, warn() {}, debug() {} }
  const create = () =>
    createIntegrationService(
      {
        providers: [
          { id: "acme", name: "Acme", type: "oidc", issuer: issuer.issuer, clientId: "client", clientSecret: "secret" },
          { id: "email", name: "Email", type: "email", sendVerificationRequest: ({ url }) => void links.push(url) },
        ],
        ...{ adapter, clock, logger: quiet, fetch: issuer.fetch, secret: "s".repeat(32), rateLimit: false },
        session: { strategy },
        steps: [{ id: "terms", url: "/terms", needed: () => step.isNeeded }],
      },
      { env: { AUTH_URL: "https://app.test/auth" } },
    )
  return { time, issuer, links, step, adapter, instances: [create(), create()] }
}
