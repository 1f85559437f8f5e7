import { setTimeout as pause } from "node:timers/promises"
import { freePort } from "../databases/processes.ts"
import { expect, test } from "../test.ts"
import { startDemo } from "./start.ts"

test("a request that arrives while the demo starts gets its response", async () => {
  const port = await freePort("localhost")
  const starting = startDemo(port)
  const response = await firstResponse(`http://localhost:${port}/auth/signin`)
  expect(response.status).toBe(200)
  await (await starting).stop()
})

/** Asks until something listens. The request that is accepted first has no limit but the test's. */
async function firstResponse(url: string): Promise<Response> {
  for (;;) {
    const response = await fetch(url).catch(() => undefined) // nothing listens yet
    if (response) return response
    await pause(5)
  }
}
