import { afterEach, beforeEach, expect, test } from "vitest"

import "../actions/run-sign-out.ts" // a page loads it, which takes no virtual time
import "../session/update-session.ts"
import { createAuth } from "../../server/index.ts"
import { authjs } from "../../server/migrate/authjs/index.ts"
import { installClock, type VirtualClock } from "../../server/testing/clock.ts"
import { fakeBrowser } from "../../server/testing/tabs.ts"
import { getCsrfToken, getProviders, getSession } from "./client-for.ts"
import { runClient } from "./client.ts"
import { createClient } from "./create-client.ts"
import { signIn } from "../api/sign-in.ts"
import { signOut } from "../api/sign-out.ts"

const password = {
  id: "credentials",
  name: "Password",
  type: "credentials",
  credentials: { name: {}, password: { type: "password" } },
  authorize: ({ name, password }: { name?: string; password?: string }) =>
    name && password === "right" ? { id: name, name, email: `${name}@app.test`, image: null } : null,
} as const

const cleanups: (() => void)[] = []
const shared: { clock?: VirtualClock } = {}

beforeEach(() => {
  shared.clock = installClock()
})
afterEach(() => {
  for (const clean of cleanups.splice(0)) clean()
  shared.clock?.restore()
})

function openTabs(number: number, preset: object = {}) {
  const config = {
    ...preset,
    providers: [password],
    secret: "s".repeat(32),
    session: { maxAge: 3600 },
    callbacks: {
      jwt: ({ token, trigger, session }: { token: Record<string, unknown>; trigger?: string; session?: unknown }) =>
        trigger === "update" ? { ...token, name: String((session as { name: string }).name) } : token,
    },
  }
  const auth = createAuth(config, { env: { AUTH_URL: "http://localhost:3000" } })
  const browser = fakeBrowser({ handle: (request) => auth.handle(request) })
  const stores = Array.from({ length: number }, () => {
    const client = createClient({ page: browser.open() })
    cleanups.push(runClient(client))
    return client.store
  })
  const names = () => stores.map((store) => store.get().data?.user?.name ?? store.get().status)
  return { browser, stores, names, pass: async (ms: number) => shared.clock?.advance(ms) }
}

test("every tab follows when the server signs in, updates, extends, ends and signs out a session", async () => {
  const { browser, stores, names, pass } = openTabs(3)
  await pass(2000)
  expect(names()).toEqual(Array(3).fill("unauthenticated"))

  const wrong = await signIn("credentials", { name: "Ada", password: "wrong", redirect: false })
  expect(wrong).toMatchObject({ ok: false, url: null, error: "CredentialsSignin", code: "credentials" })
  const right = await signIn("credentials", { name: "Ada", password: "right", redirect: false })
  expect(right).toMatchObject({ ok: true })
  await pass(2000)
  expect(names()).toEqual(["Ada", "Ada", "Ada"])

  await stores[0]?.update({ name: "Countess" })
  await pass(2000)
  expect(names()).toEqual(Array(3).fill("Countess"))

  expect(await getSession()).toMatchObject({ user: { name: "Countess" } })
  expect(await getProviders()).toMatchObject({ credentials: { type: "credentials" } })
  expect(await getCsrfToken()).toMatch(/^[\w.-]{20,}$/)

  browser.requests.length = 0
  expect(await signOut({ redirect: false })).toMatchObject({ ok: true })
  await pass(5000)
  expect(names()).toEqual(Array(3).fill("unauthenticated"))
  expect(browser.requests).not.toContain("GET /auth/session")
})

test("an anonymous user of a server in the place of next-auth 4 is signed out, and an expired session ends", async () => {
  const { stores, names, pass } = openTabs(2, authjs({ version: 4 }))
  await pass(2000)
  expect(names()).toEqual(["unauthenticated", "unauthenticated"])
  expect(stores[0]?.get().error).toBeNull()
  expect(await getSession()).toBeNull()
  await signIn("credentials", { name: "Ada", password: "right", redirect: false })
  await pass(2000)
  expect(names()).toEqual(["Ada", "Ada"])
  await pass(3603_000)
  expect(names()).toEqual(["unauthenticated", "unauthenticated"])
})

test("an unused session expires on time", async () => {
  const { names, pass } = openTabs(2)
  await pass(2000)
  await signIn("credentials", { name: "Ada", password: "right", redirect: false })
  await pass(3595_000)
  expect(names()).toEqual(["Ada", "Ada"])
  await pass(8000)
  expect(names()).toEqual(["unauthenticated", "unauthenticated"])
})
