import { expect, test } from "vitest"
import { GRACE, passwordAccountService } from "../../test-kit/password-account-service.ts"

test("offers a stored password before a code by email, which the dialog would send as it opens", async () => {
  const { browser, signUp, post, links, later } = passwordAccountService({ config: { rateLimit: false } })
  await signUp(browser())
  const grace = browser()
  await post(grace, "/signin/email", { email: GRACE.email })
  await grace.get(links.at(-1)?.url ?? "")
  later(60)
  const card = await grace.get("/confirm?max_age=600", { accept: "application/json" })
  expect(await card.json()).toMatchObject({ methods: ["password", "email"] })
})
