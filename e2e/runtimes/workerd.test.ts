import { fileURLToPath } from "node:url"
import { build } from "esbuild"
import { Miniflare, type RequestInit as WorkerInit } from "miniflare"
import { afterAll, beforeAll, expect, test } from "vitest"

import type { Session } from "../../client/contract.ts"
import { ADA, passwordService } from "../../server/testing/password-service.ts"
import { cookieClient } from "../../server/testing/cookie-client.ts"
import { walk } from "./walk.ts"

const SECRET = "a secret of more than thirty-two characters"
const ORIGIN = "https://app.test"
const running: { worker?: Miniflare } = {}

/** Bundles the worker for a runtime without Node. An import of a Node module fails. */
async function bundled(): Promise<string> {
  const entryPoints = [fileURLToPath(new URL("worker.ts", import.meta.url))]
  const { outputFiles } = await build({ entryPoints, bundle: true, format: "esm", platform: "browser", write: false })
  return outputFiles[0]?.text ?? ""
}

beforeAll(async () => {
  running.worker = new Miniflare({
    modules: true,
    script: await bundled(),
    compatibilityDate: "2026-07-01", // without nodejs_compat
    bindings: { AUTH_URL: ORIGIN, AUTH_SECRET: SECRET },
  })
  await running.worker.ready
})

afterAll(() => running.worker?.dispose())

async function ask(request: Request): Promise<Response> {
  const { method, headers } = request
  const init = {
    method,
    headers: [...headers],
    redirect: "manual",
    ...(method === "POST" && { body: await request.text() }),
  }
  const answer = await running.worker?.dispatchFetch(request.url, init as WorkerInit) // undici has its own copy of the type
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
