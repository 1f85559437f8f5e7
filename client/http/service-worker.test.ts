import { afterEach, expect, test } from "vitest"

import { createAuth } from "../../server/index.ts"
import { fakeBrowser } from "../../server/testing/tabs.ts"
import { signIn } from "../api/sign-in.ts"
import { signOut } from "../api/sign-out.ts"
import { runClient } from "../core/client.ts"
import { createClient } from "../core/create-client.ts"

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

const password = {
  id: "credentials",
  name: "Password",
  type: "credentials",
  credentials: { name: {} },
  authorize: ({ name }: { name?: string }) => (name ? { id: name, name } : null),
} as const

/** Responds like a service worker that caches all that it sees: with the first response for each URL. */
function cacheFirst(handle: (request: Request) => Promise<Response>) {
  const cache = new Map<string, Response>()
  return async (request: Request) => {
    if (request.method === "POST") return handle(request)
    const found = cache.get(request.url)
    const response = found ?? (await handle(request))
    const headers = new Headers(response.headers)
    if (found) headers.delete("set-cookie") // a cached response sets none
    else cache.set(request.url, response.clone())
    return new Response(await response.clone().text(), {
      status: response.status,
      headers,
    })
  }
}

test("signs in and out although a service worker caches the responses", async () => {
  const logger = { error: () => undefined, warn: () => undefined }
  const config = { providers: [password], secret: "s".repeat(32), logger }
  const auth = createAuth(config, {
    env: { AUTH_URL: "http://localhost:3000" },
  })
  const browser = fakeBrowser({
    handle: cacheFirst((request) => auth.handle(request)),
  })
  const client = createClient({ page: browser.open() })
  stops.push(runClient(client))
  const name = async () => (await client.store.refresh())?.user?.name
  expect(await name()).toBeUndefined()
  for (const user of ["Ada", "Eve"]) {
    expect(await signIn("credentials", { name: user, redirect: false })).toMatchObject({ ok: true })
    expect(await name()).toBe(user)
    for (const cookie of browser.cookies.keys()) if (cookie.includes("csrf")) browser.cookies.delete(cookie)
    expect(await signOut({ redirect: false })).toMatchObject({ ok: true })
    expect(await name()).toBeUndefined()
  }
})
