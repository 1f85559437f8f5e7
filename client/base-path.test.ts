import { afterEach, expect, test, vi } from "vitest"

import { clientOf, lazyClient } from "./client.ts"
import { createClient } from "./create-client.ts"

afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

const bases = () => [createClient().base, lazyClient().base, clientOf().base]

test("without a base path the service is at /auth", () => {
  expect(bases()).toEqual(["/auth", "/auth", "/auth"])
})

test("in a page of Next it is at /api/auth, where `latchkit/next` serves it", () => {
  vi.stubGlobal("next", { version: "16.0.0", appDir: true }) // as Next's own script sets it before it hydrates
  expect(bases()).toEqual(["/api/auth", "/api/auth", "/api/auth"])
  expect(createClient({ basePath: "/auth" }).base).toBe("/auth")
})

test("and so it is on Next's server, which renders the same page", () => {
  vi.stubEnv("NEXT_RUNTIME", "nodejs")
  expect(bases()).toEqual(["/api/auth", "/api/auth", "/api/auth"])
})
