import { expect, test } from "@playwright/test"

import { open, serve, signInAs, who } from "./tabs.ts"

serve(["qwik"], { maxAccounts: 3 })

test("Qwik: I switch between my accounts, the other tab follows, and I sign out of one", async ({ context }) => {
  const first = await open(context, "", "qwik")
  await expect(who(first)).toHaveText("unauthenticated: nobody")
  for (const name of ["Ada", "Eve"]) {
    await signInAs(first, name)
    await expect(who(first)).toHaveText(`authenticated: ${name}`)
  }
  const page = await open(context, "accounts=true", "qwik")
  await expect(page.getByRole("listitem")).toHaveCount(2)
  await expect(page.locator("[aria-current=true]")).toContainText("Eve")

  await page.getByRole("button", { name: "Switch to Ada" }).click()
  await expect(page.locator("[aria-current=true]")).toContainText("Ada")
  for (const tab of [page, first]) await expect(who(tab)).toHaveText("authenticated: Ada")

  await page.getByRole("button", { name: "Sign Ada out" }).click()
  await expect(page.getByRole("listitem")).toHaveCount(1)
  for (const tab of [page, first]) await expect(who(tab)).toHaveText("authenticated: Eve")
})
