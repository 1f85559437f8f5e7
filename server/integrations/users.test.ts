import type { RequestEventCommon } from "@builder.io/qwik-city"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { MemoryAdapter } from "../adapters/memory.ts"
import type { Users } from "../features/administration/types.ts"
import { ExpressAuth } from "./express/index.ts"
import { NextAuth } from "./next/index.ts"
import { createOnRequest, getUsers } from "./qwik/event.ts"
import { SolidAuth } from "./solid-start/index.ts"
import { SvelteKitAuth } from "./sveltekit/index.ts"

const SITE = "https://app.test/auth"

beforeEach(() => void vi.stubEnv("AUTH_URL", SITE))
afterEach(() => void vi.unstubAllEnvs())

const configWith = (adapter = MemoryAdapter()) =>
  ({ providers: [], secret: "s".repeat(32), adapter, account: { administration: true } }) as const

type Config = ReturnType<typeof configWith>

interface Found {
  users: Users
  request?: Request
}

/** The configuration of Qwik is a function of the event, so each call needs its request. */
async function qwikUsers(config: Config): Promise<Found> {
  const url = new URL("https://app.test/admin")
  const headers = new Headers()
  const sharedMap = new Map<string, unknown>()
  const env = { get: () => undefined }
  const event = { request: new Request(url), url, headers, sharedMap, params: {}, cookie: { set: vi.fn() }, env }
  const full = event as unknown as RequestEventCommon // the fields that the integration reads
  await createOnRequest(() => config)(full)
  return { users: getUsers(full), request: event.request }
}

/** The functions for the app's own administration, as each framework's app gets them. */
const USERS: Record<string, (config: Config) => Found | Promise<Found>> = {
  Express: (config) => ({ users: ExpressAuth(config).users }),
  Next: (config) => ({ users: NextAuth(config).users }),
  SvelteKit: (config) => ({ users: SvelteKitAuth(config).users }),
  SolidStart: (config) => ({ users: SolidAuth(config).users }),
  Qwik: qwikUsers,
}

describe.each(Object.entries(USERS))("an app of %s", (_, openApp) => {
  test("finds, lists and disables users", async () => {
    const config = configWith()
    const { id } = await config.adapter.createUser({ id: "ada", email: "ada@app.test", emailVerified: null })
    const { users, request } = await openApp(config)
    const { users: found, cursor } = await users.list({}, request)
    expect([found.map(({ email }) => email), cursor]).toEqual([["ada@app.test"], null])
    expect(await users.disable(id, request)).toBe(true)
    expect((await users.get(id, request))?.disabledAt).toBeInstanceOf(Date)
  })
})

test("`users` of Next can be destructured in a build that has no secret", async () => {
  const { users } = NextAuth({ providers: [] })
  await expect((async () => users.get("ada"))()).rejects.toThrow()
})
