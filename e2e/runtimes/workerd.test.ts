import { fileURLToPath } from "node:url"
import { build } from "esbuild"
import { Miniflare, type RequestInit as WorkerInit } from "miniflare"
import { afterAll, beforeAll, expect, test, vi } from "vitest"

import type { Session } from "../../client/contract.ts"
import { ADA, passwordService } from "../../server/test-kit/password-service.ts"
import { cookieClient } from "../../server/testing/cookie-client.ts"
import { walk } from "./walk.ts"

const SECRET = "a secret of more than thirty-two characters"
const ORIGIN = "https://app.test"
const running: { worker?: Miniflare; accounts?: Miniflare } = {}

/** Bundles a worker for a runtime without Node. An import of a Node module fails. */
async function bundled(name: string): Promise<string> {
  const entryPoints = [fileURLToPath(new URL(name, import.meta.url))]
  const { outputFiles } = await build({ entryPoints, bundle: true, format: "esm", platform: "browser", write: false })
  return outputFiles[0]?.text ?? ""
}

async function start(name: string): Promise<Miniflare> {
  const worker = new Miniflare({
    modules: [{ type: "ESModule", path: "index.mjs", contents: await bundled(name) }],
    compatibilityDate: "2026-07-01", // without nodejs_compat
    bindings: { AUTH_URL: ORIGIN, AUTH_SECRET: SECRET },
  })
  await worker.ready
  return worker
}

beforeAll(async () => {
  running.worker = await start("worker.ts")
  running.accounts = await start("accounts-worker.ts")
})

afterAll(async () => {
  await running.worker?.dispose()
  await running.accounts?.dispose()
})

async function ask(request: Request, worker = running.worker): Promise<Response> {
  const { method, headers } = request
  const init = {
    method,
    headers: [...headers],
    redirect: "manual",
    ...(method === "POST" && { body: await request.text() }),
  }
  const answer = await worker?.dispatchFetch(request.url, init as WorkerInit) // undici has its own copy of the type
  if (!answer) throw new Error("The worker does not run")
  return new Response(await answer.text(), {
    status: answer.status,
    headers: [...answer.headers] as [string, string][],
  })
}

test("a Worker needs no integration and no Node module", async () => {
  await walk(ask, `${ORIGIN}/auth`)
})

test.each([
  ["its own secret", SECRET, "Ada"],
  ["another secret", "x".repeat(40), undefined],
])("opens a session sealed with %s from the bindings (threat 310)", async (_, secret, name) => {
  const person = cookieClient(passwordService({ secret }, { AUTH_URL: ORIGIN }))
  await person.signInWith("credentials", ADA)
  const answer = await ask(new Request(`${ORIGIN}/me`, { headers: { cookie: person.cookieHeader() } }))
  expect(((await answer.json()) as Session | null)?.user?.name).toBe(name) // the worker's response
})

interface Sent {
  kind?: string
  code?: string
  url?: string
  type?: string
}

test.each([
  ["the runtime's own", {}],
  ["the request's", { "x-own-wait-until": "yes" }],
])("emails and events arrive after the response, with %s waitUntil", async (name, headers: Record<string, string>) => {
  const email = `${name.replaceAll(/\W/g, "-")}@app.test`
  const ada = cookieClient({
    handle: (request) => {
      for (const [header, value] of Object.entries(headers)) request.headers.set(header, value)
      return ask(request, running.accounts)
    },
  })
  const sent = async () => (await (await ask(new Request(`${ORIGIN}/sent`), running.accounts)).json()) as Sent[] // the worker's response
  const before = (await sent()).length
  const newest = (kind: string) =>
    vi.waitUntil(async () => (await sent()).slice(before).findLast((one) => one.kind === kind))
  const post = async (path: string, fields: Record<string, string>) =>
    ada.post(path, { csrfToken: await ada.csrfToken(), ...fields })

  await post("/sign-up", { email, password: "compilers are fun to write" })
  await post("/sign-up", { code: (await newest("confirm-sign-up")).code ?? "" })
  expect(await (await ada.get("/session")).json()).toMatchObject({ user: { email } })
  await post("/forgot-password", { email })
  const link = new URL((await newest("reset-password")).url ?? "")
  await ada.get(link.href)
  await post("/reset-password", {
    token: link.searchParams.get("token") ?? "",
    password: "nanoseconds are eleven inches",
  })
  await newest("password-changed")
  const types = async () => (await sent()).slice(before).map(({ type }) => type)
  await expect.poll(types).toEqual(expect.arrayContaining(["signedIn", "passwordReset"]))
})
