import { symlink } from "node:fs/promises"
import type { Readable } from "node:stream"
import { join, resolve } from "node:path"
import { build } from "esbuild"
import { Miniflare } from "miniflare"
import { expect, onTestFinished, test, vi } from "vitest"
import type { D1Binding } from "latchkit/adapters/d1"
import { temporaryApp } from "../../../server/cli/app.fixture.ts"
import { initCommand } from "../../../server/cli/init/index.ts"
import { schemaCommand } from "../../../server/cli/schema/index.ts"
import { authFor } from "./database/d1/auth.ts"
import app from "./database/d1/index.ts"

/** No test reads it. */
const DB: D1Binding = { prepare: () => expect.fail(), batch: () => expect.fail() }

test("the documentation's Worker keeps one service for each environment", async () => {
  const env = { DB, AUTH_SECRET: "s".repeat(43), AUTH_URL: "http://localhost:8787" }
  expect(authFor(env)).toBe(authFor(env))
  expect(authFor({ ...env })).not.toBe(authFor(env))
  expect((await app.request("/other", {}, env)).status).toBe(404)
})

const WRANGLER = '{ "d1_databases": [{ "binding": "DB" }] }'

/** Starts a Worker as `wrangler dev` does. Returns its origin, database and output. */
async function startWorker(entry: string) {
  const { outputFiles } = await build({
    entryPoints: [entry],
    ...{ bundle: true, format: "esm", platform: "browser", write: false, external: ["node:*"] },
    tsconfig: resolve("tsconfig.json"),
  })
  const output = { text: "" }
  const worker = new Miniflare({
    modules: [{ type: "ESModule", path: "index.mjs", contents: outputFiles[0]?.text ?? "" }],
    compatibilityDate: "2026-07-01",
    bindings: { AUTH_SECRET: "s".repeat(43) },
    d1Databases: { DB: "app" },
    handleRuntimeStdio(...streams: Readable[]) {
      for (const stream of streams) stream.on("data", (chunk) => (output.text += String(chunk)))
    },
  })
  onTestFinished(() => worker.dispose())
  return { origin: (await worker.ready).origin, database: await worker.getD1Database("DB"), output }
}

/** Opens pages as a browser: with cookies, and one form on each. */
function browserAt(origin: string) {
  const cookies = new Map<string, string>()
  const open = async (path: string, body?: URLSearchParams): Promise<string> => {
    const cookie = [...cookies].map((pair) => pair.join("=")).join("; ")
    const headers = { accept: "text/html", origin, cookie }
    const request = body ? { method: "POST", body, headers } : { headers }
    const response = await fetch(new URL(path, origin), { ...request, redirect: "manual" })
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get("location")
    return location === null ? response.text() : open(location)
  }
  const submit = async (page: string, fields: Record<string, string>) => {
    const form = page
      .match(/<form[^>]*method="post"[^]*?<\/form>/g)
      ?.find((one) => Object.keys(fields).every((name) => one.includes(`name="${name}"`)))
    const hidden = [...(form ?? "").matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([input]) => [
      /name="([^"]*)"/.exec(input)?.[1] ?? "",
      /value="([^"]*)"/.exec(input)?.[1] ?? "",
    ])
    const action = /action="([^"]*)"/.exec(form ?? "")?.[1] ?? expect.fail(`no form with ${Object.keys(fields)}`)
    return open(action, new URLSearchParams([...hidden, ...Object.entries(fields)]))
  }
  return { open, submit }
}

test.each([
  ["the documentation", false],
  ["`latchkit init` with Hono", true],
])("in the Worker of %s, a new user signs up with the code in the terminal", { timeout: 60_000 }, async (_, isInit) => {
  await using created = await temporaryApp(["hono", "wrangler"], { "wrangler.jsonc": WRANGLER })
  await symlink(resolve("node_modules"), join(created.folder, "node_modules"))
  const command = isInit
    ? initCommand(["--yes", "--no-install"], created.environment)
    : schemaCommand(["sql", "--dialect", "sqlite", "--out", "migrations/0001_auth.sql"], created.environment)
  expect(await command).toBe(0)
  const entry = isInit ? join(created.folder, "src/index.ts") : resolve("stories/docs/examples/database/d1/index.ts")
  const { origin, database, output } = await startWorker(entry)
  const statements = (await created.read("migrations/0001_auth.sql")).split(/;$/m).filter((text) => text.trim() !== "")
  await database.batch(statements.map((statement) => database.prepare(statement)))

  const { open, submit } = browserAt(origin)
  expect(await open("/protected")).not.toContain("Hello")
  const asked = await submit(await open("/auth/sign-up"), {
    email: "ada@example.com",
    password: "correct horse battery staple",
  })
  const [, ...code] = await vi.waitFor(() => /^ *(\d{3}) (\d{3})$/m.exec(output.text) ?? expect.fail("no code"), 10_000)
  await submit(asked, { code: code.join("") })
  expect(await open("/protected")).toContain("Hello ada@example.com")
})
