import fs from "node:fs"
import { afterEach, expect, test, vi } from "vitest"
import { createAuth } from "../../service/auth.ts"
import { Passkey } from "../../providers/passkey.ts"

afterEach(() => void vi.restoreAllMocks())

/** Returns what an app without a secret logs. Its folder has `.env` with this text. */
async function loggedBeside(text: string, NODE_ENV = "development"): Promise<string> {
  vi.spyOn(fs, "readFileSync").mockImplementation((file) => {
    if (file === ".env") return text
    throw new Error("ENOENT")
  })
  const errors: string[] = []
  const logger = {
    error: (error: Error) => void errors.push(error.message),
    warn: () => undefined,
    debug: () => undefined,
  }
  const auth = createAuth({ providers: [Passkey()], logger }, { env: { NODE_ENV, AUTH_URL: "https://app.test/auth" } })
  await auth.handle(new Request("https://app.test/auth/session"))
  return errors.join("\n")
}

test("a missing secret that .env contains is logged with how to load the file", async () => {
  const line = await loggedBeside("AUTH_SECRET=0123456789abcdef0123456789abcdef\n")
  expect(line).toContain("`.env` contains it, but your process did not load that file")
  expect(line).toContain("node --env-file=.env server.ts")
})

test.each([
  ["the file doesn't have it", "OTHER=1\n", "development"],
  ["the value is empty", "AUTH_SECRET=\n", "development"],
  ["it is production", "AUTH_SECRET=0123456789abcdef0123456789abcdef\n", "production"],
])("a missing secret is logged without a file if %s", async (_, text, mode) => {
  const line = await loggedBeside(text, mode)
  expect(line).toContain("Missing secret: `AUTH_SECRET` is not set. Set it")
  expect(line).not.toContain("contains it")
})
