import { test as base, expect } from "./nightbook.ts"
import { startDemo } from "./start.ts"
import { chooseAtPeople } from "./user.ts"

/** The demo whose provider accepts only the FAPI 2.0 security profile. */
const test = base.extend<object, { demo: string }>({
  demo: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern
    async ({}, use, { parallelIndex }) => {
      const { url, stop } = await startDemo(4308 + parallelIndex * 10, "high-assurance")
      await use(url)
      await stop()
    },
    { scope: "worker" },
  ],
})

test("signs in at a provider with the FAPI 2.0 profile, and shows the browser only a reference and a signed response", async ({
  page,
}) => {
  const visited: URL[] = []
  page.on("request", (request) => {
    if (request.isNavigationRequest()) visited.push(new URL(request.url()))
  })
  await page.goto("/auth/signin?callbackUrl=%2Fjournal")
  await page.getByRole("button", { name: "Continue with People" }).click()
  await chooseAtPeople(page, "Ada Lovelace")
  await page.waitForURL(/\/journal$/)
  const named = (path: string) => visited.filter(({ pathname }) => pathname === path)
  expect(named("/auth").map(({ searchParams }) => [...searchParams.keys()])).toEqual([["client_id", "request_uri"]])
  const callbacks = named("/auth/callback/people").map(({ searchParams }) => [...searchParams.keys()])
  expect(callbacks).toEqual([["response"]])
  const session = (await (await page.request.get("/auth/session")).json()) as { user?: { email?: string } } // the shape of the response
  expect(session.user?.email).toBe("ada@people.example")
})
