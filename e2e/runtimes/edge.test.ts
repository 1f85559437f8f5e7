import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"
import { getRuntimeContext } from "next/dist/server/web/sandbox/index.js"
import { afterAll, beforeAll, expect, test } from "vitest"

import { softAuthenticator } from "../../server/test-kit/authenticator.ts"
import { errorParam } from "../../server/test-kit/oauth-service.ts"
import { ADA } from "../../server/test-kit/password-service.ts"
import { cookieClient } from "../../server/testing/cookie-client.ts"
import { withoutCertificates } from "../../.build/webauthn.ts"
import { walk } from "./walk.ts"

const ORIGIN = "https://app.test"
const AUTH_SECRET = "a secret of more than thirty-two characters"

interface EdgeGlobals {
  Request: typeof Request
  entry: { middleware(request: Request): Promise<Response> }
}
const running: { folder?: string; edge?: EdgeGlobals } = {}

/** Runs `edge.ts` in the sandbox that Next uses for `middleware.ts`. */
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "edge-"))
  running.folder = folder
  const outfile = join(folder, "edge.js")
  const entryPoints = [fileURLToPath(new URL("edge.ts", import.meta.url))]
  const bundle = { bundle: true, format: "iife", globalName: "entry", platform: "browser" } as const
  await build({ entryPoints, outfile, ...bundle, conditions: ["edge-light"], plugins: [withoutCertificates] })
  const runtime = await getRuntimeContext({
    name: "middleware",
    paths: [outfile],
    distDir: folder,
    useCache: false,
    edgeFunctionEntry: { assets: [], wasm: [], env: { AUTH_URL: ORIGIN, AUTH_SECRET, NODE_ENV: "production" } },
  } as unknown as Parameters<typeof getRuntimeContext>[0]) // no request is needed without Next's own wrapper
  running.edge = runtime.context as unknown as EdgeGlobals // the sandbox's globals and the bundle's additions
})

afterAll(() => running.folder && rm(running.folder, { recursive: true }))

async function ask(request: Request): Promise<Response> {
  const { edge } = running
  if (!edge) throw new Error("The sandbox isn't running")
  const { method, headers } = request
  const body = method === "POST" ? await request.text() : null
  const response = await edge.entry.middleware(new edge.Request(request.url, { method, headers: [...headers], body }))
  return new Response(await response.text(), {
    status: response.status,
    headers: [...response.headers] as [string, string][],
  })
}

test("Next's Edge runtime serves every endpoint, although its `process.getBuiltinModule` throws", async () => {
  await walk(ask, `${ORIGIN}/auth`)
})

test("a middleware in Next's Edge runtime reads the session and the token", async () => {
  const person = cookieClient({ handle: ask }, undefined, `${ORIGIN}/auth`)
  await person.signInWith("credentials", ADA)
  const found: unknown = await (await person.send(`${ORIGIN}/me`)).json()
  expect(found).toMatchObject({ session: { user: { name: "Ada" } }, token: { name: "Ada" } })
})

test("a user of Next's Edge runtime adds a passkey and signs in with it", async () => {
  const authenticator = softAuthenticator()
  const [laptop, phone] = [1, 2].map(() => cookieClient({ handle: ask }, undefined, `${ORIGIN}/auth`))
  if (!laptop || !phone) throw new Error("There is no browser")
  await laptop.signInWith("credentials", ADA)
  const post = async (browser: typeof laptop, action: string, data: string) =>
    browser.post("/callback/passkey", { csrfToken: await browser.csrfToken(), action, data })
  const options = async (browser: typeof laptop, action: string) =>
    ((await (await browser.get(`/webauthn-options/passkey?action=${action}`)).json()) as { options: never }).options // of the action
  expect(errorParam(await post(laptop, "register", authenticator.create(await options(laptop, "register"))))).toBeNull()
  const forged = authenticator.get(await options(phone, "authenticate"), { rpId: "evil.test" })
  expect(errorParam(await post(phone, "authenticate", forged))).toBe("WebAuthnVerificationError")
  const signed = authenticator.get(await options(phone, "authenticate"))
  expect(errorParam(await post(phone, "authenticate", signed))).toBeNull()
  expect(await (await phone.get("/session")).json()).toMatchObject({ user: { email: "ada@example.com" } })
})
