import "./environment.fixture.ts" // before the examples, which read it
import type { AddressInfo } from "node:net"
import type { RequestEvent } from "@sveltejs/kit"
import { SessionProvider } from "latchkit/react"
import { mintSession } from "latchkit/testing"
import { workAsyncStorage } from "next/dist/server/app-render/work-async-storage.external.js"
import { workUnitAsyncStorage } from "next/dist/server/app-render/work-unit-async-storage.external.js"
import { NextRequest } from "next/server.js"
import { renderToString } from "react-dom/server"
import { render as renderSvelte } from "svelte/server"
import { describe, expect, onTestFinished, test, vi } from "vitest"
import SvelteForm from "./svelte/NewKey.svelte"
import { createKey } from "./two-step/any-server.ts"
import { config } from "./two-step/auth.ts"
import { app } from "./two-step/express/server.ts"
import { POST as nextKeys } from "./two-step/next/keys.ts"
import { deleteProject, renameProject } from "./two-step/next/actions.ts"
import { NewKey } from "./two-step/next/new-key.tsx"
import { GET as nextGet } from "./two-step/next/route.ts"
import { App } from "./two-step/spa/app.tsx"
import { handle } from "./two-step/sveltekit/hooks.ts"
import { POST as svelteKeys } from "./two-step/sveltekit/keys.ts"
import { actions, load } from "./two-step/sveltekit/page.ts"

const site = "https://app.test"
const ada = { id: "ada", name: "Ada", email: "ada@example.com" }

/** Returns a script's request, of a user who signed in some minutes ago. */
async function keyRequest(minutes: number) {
  const authTime = Math.floor(Date.now() / 1000) - minutes * 60
  const { headers } = await mintSession(config, ada, { url: site, authTime })
  return new Request(`${site}/keys`, { method: "POST", headers: { ...headers, ...SCRIPT } })
}

const SCRIPT = { "sec-fetch-mode": "cors", origin: site }

describe("the examples of step-up", () => {
  test("any other server", async () => {
    expect((await createKey(await keyRequest(15))).status).toBe(401)
    expect(await (await createKey(await keyRequest(5))).json()).toMatchObject({ owner: "ada@example.com" })
  })

  test("Express", async () => {
    const server = app.listen(0, "localhost")
    await new Promise((listening) => server.once("listening", listening))
    const { port } = server.address() as AddressInfo // it listens on TCP
    const asked = await fetch(`http://localhost:${port}/keys`, { method: "POST" })
    expect(await asked.json()).toMatchObject({ error: "SessionRequired" })
    expect((await fetch(`http://localhost:${port}/settings`, { redirect: "manual" })).status).toBe(302)
    await new Promise((closed) => server.close(closed))
  })

  test("Next", async () => {
    const asked = await nextKeys(new NextRequest(`${site}/api/keys`, { method: "POST", headers: SCRIPT }), {
      params: Promise.resolve({}),
    })
    expect(await asked.json()).toMatchObject({ error: "SessionRequired" })
    expect((await nextGet(new Request(`${site}/api/auth/providers`))).status).toBe(200)
    vi.spyOn(workAsyncStorage, "getStore").mockReturnValue({ route: "/" } as never) // the part that `headers` reads
    const headers = new Headers({ ...SCRIPT, host: "app.test" })
    const action = { type: "request", phase: "action", headers, userspaceMutableCookies: {} }
    vi.spyOn(workUnitAsyncStorage, "getStore").mockReturnValue(action as never) // as above
    onTestFinished(() => void vi.restoreAllMocks())
    await expect(deleteProject(new FormData())).rejects.toMatchObject({
      digest: expect.stringContaining("/api/auth/signin?"),
    })
    expect(await renameProject(new FormData())).toMatchObject({ error: "SessionRequired" })
  })

  test("SvelteKit", async () => {
    const request = new Request(`${site}/keys`, { method: "POST", headers: SCRIPT })
    const event = { request, locals: {}, url: new URL(request.url) } as unknown as RequestEvent // what `requireAuth` reads of it
    const resolve = (given: RequestEvent) => svelteKeys(given as never) // its route has no parameters
    await expect(handle({ event, resolve })).rejects.toMatchObject({ status: 401, body: { error: "SessionRequired" } })
    const page = { ...event, request: new Request(`${site}/settings`), isDataRequest: true } as RequestEvent
    for (const run of [load, actions.delete]) await expect(run(page)).rejects.toMatchObject({ status: 303 })
  })

  test("the forms render on a server", () => {
    const form = renderToString(
      <SessionProvider session={null}>
        <NewKey />
      </SessionProvider>,
    )
    expect(form).toContain('action="/api/keys" method="post"')
    expect(renderSvelte(SvelteForm).body).toContain('action="/keys" method="post"')
    const props = { providers: {}, csrfToken: "t" } as unknown as Parameters<typeof App>[0]
    expect(renderToString(<App {...props} />)).toBeDefined()
  })

  test("a page without a framework sends the form, and loads again", async () => {
    const form = new EventTarget()
    const reload = vi.fn()
    vi.stubGlobal("document", { querySelector: () => form })
    vi.stubGlobal("location", { reload })
    vi.stubGlobal("FormData", class extends FormData {})
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(null, { status: 201 })))
    onTestFinished(() => void vi.unstubAllGlobals())
    await import("./two-step/plain.ts")
    const event = new Event("submit", { cancelable: true })
    Object.defineProperty(event, "currentTarget", { value: undefined })
    form.dispatchEvent(event)
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
    expect(event.defaultPrevented).toBe(true)
  })
})
