import { test as base } from "@playwright/test"
import { mintSession } from "latchkit/testing"
import { config } from "../auth.ts"

/** Playwright's test, whose browser is signed in as Ada. */
export const test = base.extend({
  context: async ({ context, baseURL }, use) => {
    const ada = { id: "ada", name: "Ada", email: "ada@example.com" }
    const { cookies } = await mintSession(config, ada, { url: baseURL })
    await context.addCookies(cookies)
    await use(context)
  },
})

export { expect } from "@playwright/test"
