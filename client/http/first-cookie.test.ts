import { expect, test, vi } from "vitest"

import { MemoryAdapter } from "../../server/adapters/memory.ts"
import { createAuth } from "../../server/index.ts"
import { Passkey } from "../../server/providers/index.ts"
import { softAuthenticator } from "../../server/test-kit/authenticator.ts"
import { ADA, passkeyService } from "../../server/test-kit/passkey-service.ts"
import { fakeBrowser, type FakeTab } from "../../server/testing/tabs.ts"
import { baseMemory } from "../session/seed.ts"
import { createFetchAction } from "./fetch-action.ts"
import { createHttp } from "./http.ts"
import { prefetch } from "./prefetch.ts"

/** Creates a client of a page, as each `createClient` and each provider of a framework does. */
function createPageClient(page: FakeTab) {
  const early = baseMemory(page, "/auth")
  return { early, http: createHttp({ early, fetchAction: createFetchAction(early) }) }
}

/** A browser without cookies, on one of the app's own pages. */
function openNewBrowser(transform: (request: Request) => Request | Promise<Request> = (request) => request) {
  const auth = createAuth(
    {
      adapter: MemoryAdapter(),
      session: { strategy: "jwt" },
      secret: "s".repeat(32),
      logger: { warn: () => undefined, error: () => undefined },
      providers: [
        Passkey(),
        { id: "credentials", name: "Password", type: "credentials", credentials: {}, authorize: () => ({ id: "ada" }) },
      ],
    },
    { env: { AUTH_URL: "http://localhost:3000" } },
  )
  const cookies: string[] = []
  const browser = fakeBrowser({
    async handle(request) {
      const answer = await auth.handle(await transform(request))
      cookies.push(...answer.headers.getSetCookie().filter((line) => line.includes("csrf-token")))
      return answer
    },
  })
  const page = browser.open()
  return { ...createPageClient(page), page, cookies }
}

test("a card that requests passkeys during a sign-in sets one cookie, and the sign-in succeeds", async () => {
  const { http, cookies } = openNewBrowser()
  const [options, answer] = await Promise.all([
    http.webauthnOptions("passkey?action=authenticate"),
    http.post("callback/credentials", {}),
    http.csrf(),
  ])
  expect(options).toMatchObject({ action: "authenticate" })
  expect(answer.error).toBeUndefined()
  expect(cookies).toHaveLength(1)
})

test("an early request for the CSRF token waits for passkeys that a card requests, and sets no second cookie", async () => {
  const { http, early, cookies } = openNewBrowser()
  const options = http.webauthnOptions("passkey?action=authenticate")
  prefetch(early)
  expect((await http.post("callback/credentials", {})).error).toBeUndefined()
  expect(await options).toMatchObject({ action: "authenticate" })
  expect(cookies).toHaveLength(1)
})

test("two clients of one page that send forms at once set one cookie, and send each form once", async () => {
  const { http, page, cookies } = openNewBrowser()
  const clients = [http, createPageClient(page).http]
  const answers = await Promise.all(clients.map((client) => client.post("callback/credentials", {})))
  expect(answers.map(({ error }) => error)).toEqual([undefined, undefined])
  expect(cookies).toHaveLength(1)
  expect(page.requests.filter((request) => request.startsWith("POST"))).toHaveLength(2)
})

test("two cards of one page request passkeys at once, and the options of either sign in", async () => {
  const { auth, browser, enter, register } = await passkeyService()
  const owner = browser()
  const authenticator = softAuthenticator()
  await enter(owner, ADA)
  await register(owner, authenticator)
  for (const used of [0, 1]) {
    const page = fakeBrowser({ handle: auth.handle, origin: "https://app.test" }).open()
    const cards = [createPageClient(page).http, createPageClient(page).http]
    const found = await Promise.all(cards.map((card) => card.webauthnOptions("passkey?action=authenticate")))
    const options = found[used]
    if (!options || !("action" in options) || options.action !== "authenticate") return expect.unreachable()
    const data = authenticator.get(options.options)
    const answer = await cards[used]?.post("callback/passkey", { action: "authenticate", data })
    expect(answer).toMatchObject({ url: "https://app.test/" })
    expect(await (await page.fetch("/auth/session")).json()).toMatchObject({ user: { email: ADA.email } })
  }
})

test("retries a form once if another tab's first response replaced its cookie", async () => {
  for (const [replaced, error] of [
    [1, undefined],
    [2, "MissingCSRF"],
  ] as const) {
    const posted: string[] = []
    const { http } = openNewBrowser((request) => {
      if (request.method === "POST") posted.push(request.url)
      if (request.method !== "POST" || posted.length > replaced) return request
      const headers = new Headers(request.headers)
      headers.delete("cookie")
      return new Request(request, { headers })
    })
    expect((await http.post("callback/credentials", {})).error).toBe(error)
    expect(posted).toHaveLength(2)
  }
})

test("a form is sent although an early request for a token got no response", async () => {
  const end = new AbortController()
  const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(end.signal)
  const { http, early } = openNewBrowser((request) => {
    if (end.signal.aborted || !request.url.endsWith("/csrf")) return request
    end.abort()
    return new Promise(() => {})
  })
  prefetch(early)
  expect((await http.post("callback/credentials", {})).error).toBeUndefined()
  expect(timeout).toHaveBeenCalledWith(10_000)
  timeout.mockRestore()
})
