import type { RequestEventCommon } from "@builder.io/qwik-city"
import type { RequestEvent } from "@sveltejs/kit"
import { workAsyncStorage } from "next/dist/server/app-render/work-async-storage.external.js"
import { workUnitAsyncStorage } from "next/dist/server/app-render/work-unit-async-storage.external.js"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { createAuth } from "../service/auth.ts"
import type { AuthConfig } from "../service/config.ts"
import { passwordConfig } from "../test-kit/password-service.ts"
import { NextAuth } from "./next/index.ts"
import { createOnRequest } from "./qwik/event.ts"
import { SolidAuth } from "./solid-start/index.ts"
import { SvelteKitAuth } from "./sveltekit/index.ts"

const URL_OF_FORM = "https://app.test/auth/signout"
beforeEach(() => void vi.stubEnv("AUTH_URL", "https://app.test/auth"))
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

interface Given {
  waitUntil(work: Promise<unknown>): void
}

type Handle = (config: AuthConfig, request: Request, given: Given) => Promise<unknown>

const svelteKit =
  (toPlatform: (given: Given) => object): Handle =>
  (config, request, given) => {
    const event = { request, locals: {}, url: new URL(request.url), platform: toPlatform(given) }
    const resolve = () => new Response()
    return SvelteKitAuth(config).handle({ event: event as unknown as RequestEvent, resolve }) // the parts that the hook reads
  }

const qwik =
  (toPlatform: (given: Given) => object): Handle =>
  async (config, request, given) => {
    const url = new URL(request.url)
    const env = { get: (name: string) => process.env[name] }
    const event = {
      request,
      url,
      env,
      sharedMap: new Map(),
      params: {},
      platform: toPlatform(given),
      send: () => "sent",
    }
    const run = createOnRequest(() => config)(event as unknown as RequestEventCommon) // the parts that it reads
    await expect(run).rejects.toBe("sent")
  }

/** Where each framework's server has `waitUntil`. */
const SERVERS: Record<string, Handle> = {
  "a Request with waitUntil": (config, request, given) => createAuth(config).handle(Object.assign(request, given)),
  "SvelteKit on Cloudflare": svelteKit((ctx) => ({ env: {}, ctx })),
  "SvelteKit on Netlify": svelteKit((context) => ({ context })),
  SolidStart: (config, request, nativeEvent) =>
    SolidAuth({ ...config, prefix: "/auth" }).POST({ request, nativeEvent }),
  "Qwik on Cloudflare": qwik((ctx) => ({ ctx })),
  "Qwik on Netlify": qwik((context) => context),
  Next: (config, request, { waitUntil }) => {
    const { POST } = NextAuth({ ...config, basePath: "/auth" }).handlers
    // The parts of Next's stores that `after` reads
    vi.spyOn(workAsyncStorage, "getStore").mockReturnValue({ afterContext: { after: waitUntil } } as never)
    vi.spyOn(workUnitAsyncStorage, "getStore").mockReturnValue({} as never)
    return POST(request as never)
  },
}

test.each(Object.entries(SERVERS))("%s keeps an event handler running", async (_, handle) => {
  const works: Promise<unknown>[] = []
  const handled: string[] = []
  const gate = Promise.withResolvers<undefined>()
  const security = async ({ type }: { type: string }) => {
    await gate.promise
    handled.push(type)
  }
  const request = new Request(URL_OF_FORM, { method: "POST", body: new URLSearchParams() })
  await handle({ ...passwordConfig(), events: { security } }, request, { waitUntil: (work) => void works.push(work) })
  expect(handled).toEqual([])
  gate.resolve(undefined)
  await Promise.all(works)
  expect(handled).toEqual(["requestRejected"])
})
