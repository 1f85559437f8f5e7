import { mintSession } from "latchkit/testing"
import { expect, test } from "vitest"
import { appWith, config } from "./app.ts"

const url = "https://app.test"

test("the page greets who is signed in", async () => {
  const { headers } = await mintSession(config, { id: "ada", name: "Ada" }, { url })
  const { page } = appWith()

  const answer = await page(new Request(url, { headers }))
  expect(await answer.text()).toBe("Hello Ada")

  expect((await page(new Request(url))).status).toBe(401)
})
