import { afterEach, beforeEach, expect, test, vi } from "vitest"

import "../actions/run-sign-out.ts" // a page loads it, which takes no virtual time
import { createAuth } from "../../server/index.ts"
import { installClock, type VirtualClock } from "../../server/testing/clock.ts"
import { fakeBrowser } from "../../server/testing/tabs.ts"
import { runClient } from "../core/client.ts"
import { createPageClient } from "../core/create-client.ts"
import { signIn } from "../api/sign-in.ts"
import { signOut } from "../api/sign-out.ts"
import { requireSession } from "../use-session.ts"

const cleanups: (() => void)[] = []
const shared: { clock?: VirtualClock } = {}

beforeEach(() => {
  shared.clock = installClock()
})
afterEach(() => {
  for (const clean of cleanups.splice(0)) clean()
  shared.clock?.restore()
})

/** Opens a page, records its requests, and runs its client. */
async function openPage(path: string) {
  const password = { id: "credentials", name: "Password", type: "credentials", credentials: {} } as const
  const auth = createAuth(
    { providers: [{ ...password, authorize: () => ({ id: "1", name: "Ada" }) }], secret: "s".repeat(32) },
    { env: { AUTH_URL: "http://localhost:3000" } },
  )
  const sent: string[] = []
  const handle = async (request: Request) => {
    sent.push(request.url, await request.clone().text())
    return auth.handle(request)
  }
  const tab = fakeBrowser({ handle }).open(path)
  const client = createPageClient({ page: tab })
  cleanups.push(runClient(client))
  await shared.clock?.advance(2000)
  return { client, tab, sent }
}

const ROWS = [
  ["/draft?id=7&token=s3cret#notes", "/draft?id=7#notes"],
  ["/draft?token=s3cret&id=7", "/draft?id=7"],
  ["/draft?reset_token=s3cret&token=s3cret", "/draft"],
  ["/draft#access_token=s3cret&token_type=bearer&id_token=s3cret", "/draft#token_type=bearer"],
  ["/draft#access_token=s3cret", "/draft"],
  ["/#/draft?token=s3cret", "/#/draft"],
  ["/draft?id=7&tokens=3#/notes?page=2", "/draft?id=7&tokens=3#/notes?page=2"],
] as const

test.each(ROWS)("a sign-in, a sign-out and a required session on %s return to %s", async (path, back) => {
  const url = `http://localhost:3000${back}`
  const { client, tab, sent } = await openPage(path)
  requireSession(client, { required: true })
  await vi.waitFor(() => expect(tab.visits).toHaveLength(1))
  expect(new URL(tab.visits[0] ?? "", "http://localhost:3000").searchParams.get("callbackUrl")).toBe(url)
  expect(await signIn("credentials", { redirect: false })).toMatchObject({ ok: true, url })
  expect(await signOut({ redirect: false })).toMatchObject({ ok: true, url })
  expect(sent.join("\n")).not.toContain("s3cret")
})

test("a redirectTo of the app keeps its parameters", async () => {
  await openPage("/draft")
  const redirectTo = "http://localhost:3000/invite?token=s3cret"
  expect(await signIn("credentials", { redirect: false, redirectTo })).toMatchObject({ ok: true, url: redirectTo })
})
