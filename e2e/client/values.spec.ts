import { expect, test } from "../test.ts"

import { open, serve, signInAs, who } from "./tabs.ts"

serve(["react"])

test("a component that reads one value renders when that changes", async ({ context }) => {
  const page = await open(context, "values=true")
  await expect(page.locator("#user")).toHaveText("null")
  await signInAs(page, "Ada")
  await expect(page.locator("#user")).toHaveText("Ada")
  const renders = () => page.evaluate(() => document.documentElement.dataset["valueRenders"])
  const before = await renders()
  await page.evaluate(() => window.setOptions({ expiryWarning: 1e7 }))
  await expect(page.locator("#soon")).toHaveText("true") // from an object that is new each time
  await expect(who(page)).toHaveAttribute("data-soon", "true")
  expect([before !== undefined, await renders()]).toEqual([true, before])
})
