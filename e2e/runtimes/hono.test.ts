import { Hono } from "hono"
import { expect, test } from "vitest"

import { createAuth } from "../../server/index.ts"
import { passwordConfig } from "../../server/test-kit/password-service.ts"
import { walk } from "./walk.ts"

test("Hono needs no integration: the handler is a route", async () => {
  const auth = createAuth(passwordConfig(), { env: { AUTH_URL: "https://app.test/auth" } })
  const app = new Hono()
  app.on(["GET", "POST"], "/auth/*", (context) => auth.handle(context.req.raw))
  app.get("/me", async (context) => context.json(await auth.getSession(context.req.raw)))

  await walk(async (request) => app.fetch(request), "https://app.test/auth")
  expect(await (await app.request("https://app.test/me")).json()).toBeNull()
})
