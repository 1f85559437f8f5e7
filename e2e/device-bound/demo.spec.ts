import { expect, test } from "@playwright/test"

import { startDemo } from "../demo/start.ts"
import { expectSignedIn, fillPassword, KATHERINE } from "../demo/user.ts"
import { launchBound } from "./site.ts"

test("the demo binds a session to the device, as its output says", async ({ baseURL: _ }, { parallelIndex }) => {
  const demo = await startDemo(4900 + parallelIndex * 10, "device-bound")
  const [, spki = ""] = /--ignore-certificate-errors-spki-list=(\S+)/.exec(demo.output) ?? []
  const browser = await launchBound({ spki })
  const page = await browser.newPage()
  const isBound = async () => (await page.context().cookies()).some(({ name }) => name === "__Host-latchkit.bound")
  await page.goto(`${demo.url}/auth/signin?callbackUrl=/account`)
  await fillPassword(page)
  await expectSignedIn(page, KATHERINE.name)
  await expect.poll(isBound).toBe(true)
  await page.reload()
  await expect(page.getByText("bound to this device")).toBeVisible()
  await page.context().clearCookies({ name: "__Host-latchkit.bound" })
  await page.reload()
  await expectSignedIn(page, KATHERINE.name)
  expect(await isBound()).toBe(true)
  await browser.close()
  await demo.stop()
})
