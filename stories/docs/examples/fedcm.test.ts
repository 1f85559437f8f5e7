import "./environment.fixture.ts" // before the examples, which read it
import { expect, test, vi } from "vitest"
import { cookieClient } from "latchkit/testing"

test("a page gets what the browser's account chooser needs", async () => {
  process.env["PEOPLE_ID"] = "acme"
  const { auth } = await import("./fedcm/auth.ts")
  const options: unknown = await (await cookieClient(auth).get("/fedcm/people")).json()
  expect(options).toMatchObject({ configURL: "https://people.example/fedcm.json", clientId: "acme" })
})

test("one tap does nothing in a browser without FedCM", async () => {
  const { welcome } = await import("./fedcm/one-tap.ts")
  const warn = vi.spyOn(console, "warn")
  await welcome()
  expect(warn).not.toHaveBeenCalled()
  warn.mockRestore()
})
