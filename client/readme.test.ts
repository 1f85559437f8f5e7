import { readFile } from "node:fs/promises"
import { expect, test } from "vitest"

import { createAuth } from "../server/index.ts"
import { fakeBrowser, installClock, mintSession } from "../server/testing/index.ts"
import { createClient, run, signOut } from "./index.ts"

const ada = { id: "ada", name: "Ada", email: "ada@example.com" }
const config = {
  providers: [{ id: "credentials", name: "Password", type: "credentials", credentials: {}, authorize: () => ada }],
  secret: "s".repeat(32),
} as const

test("the test with fake tabs in the README runs as it is written", async () => {
  const auth = createAuth(config, { env: { AUTH_URL: "http://localhost:3000" } })
  const readme = await readFile(new URL("../README.md", import.meta.url), "utf8")
  const [, code = ""] = /\nFake tabs share[\s\S]*?```ts\n([\s\S]*?)```/.exec(readme) ?? []
  const sources = { ada, auth, config, createClient, expect, fakeBrowser, installClock, mintSession, run, signOut }
  const written: (() => Promise<void>)[] = []
  const file = new Function("test", ...Object.keys(sources), code.replaceAll(/^import .*$/gm, ""))
  file((_: string, body: () => Promise<void>) => written.push(body), ...Object.values(sources))
  for (const body of written) await body()
  expect(written).toHaveLength(1)
})
