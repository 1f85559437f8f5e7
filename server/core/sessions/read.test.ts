import { expect, test } from "vitest"
import { createAuth } from "../../service/auth.ts"

const auth = createAuth(
  { providers: [], secret: "s".repeat(32), rateLimit: false },
  { env: { AUTH_URL: "https://app.test" } },
)

test.each([
  ["no version", "", "none"],
  ["one", "__Host-latchkit.version=7f3a-1", "7f3a-1"],
  ["one of another scheme", "latchkit.version=7f3a-2", "7f3a-2"],
  ["two, as a page's script reads them", "latchkit.version=old; __Host-latchkit.version=new", "old"],
  ["a foreign value", "latchkit.version=a%0d%0ab", null],
  ["a value that was sent twice", "latchkit.version=a; latchkit.version=b", null],
])("GET session returns the version of a request with %s", async (_, cookie, expected) => {
  const response = await auth.handle(new Request("https://app.test/auth/session", { headers: { cookie } }))
  expect(response.status).toBe(200)
  expect(response.headers.get("latchkit-version")).toBe(expected)
})
