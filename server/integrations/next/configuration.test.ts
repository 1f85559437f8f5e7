import { NextRequest, type NextFetchEvent } from "next/server.js"
import { afterEach, expect, test, vi } from "vitest"
import { passwordConfig } from "../../test-kit/password-service.ts"
import { NextAuth } from "./index.ts"

afterEach(() => void vi.unstubAllEnvs())

test.each([
  ["a user with access", "/open", 200],
  ["a user who is redirected to sign in", "/members", 307],
])("calls a configuration function once per request: for %s", async (_, path, status) => {
  vi.stubEnv("AUTH_URL", "https://app.test")
  const config = vi.fn((request: Request | undefined) =>
    passwordConfig({ callbacks: { authorized: () => !request?.url.endsWith("/members") } }),
  )
  const app = NextAuth(config)
  const event = {} as NextFetchEvent // `auth` reads nothing of it
  const answer = await app.auth(new NextRequest(`https://app.test${path}`), event)
  expect([answer.status, config.mock.calls.length]).toEqual([status, 1])
})
