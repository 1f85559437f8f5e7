import { chromium } from "@playwright/test"

import { expect, test } from "./nightbook.ts"

const TITLE = "Saturn, and no rings to speak of"

test("a browser that opens no window is told of, and the entry stays", async ({ launchOptions, baseURL }) => {
  const strict = await chromium.launch({ ...launchOptions, ignoreDefaultArgs: ["--disable-popup-blocking"] })
  const page = await strict.newPage({ baseURL: baseURL ?? "" })
  // clicked by a script, because Playwright's clicks count as user gestures
  await page.addInitScript((title) => {
    new MutationObserver((_, observer) => {
      const form = document.querySelector<HTMLFormElement>("form.draft")
      const input = form?.querySelector("input")
      if (!form || !input) return
      observer.disconnect()
      input.value = title
      form.requestSubmit()
      console.info("pressed")
    }).observe(document, { childList: true, subtree: true })
  }, TITLE)
  const pressed = page.waitForEvent("console", (message) => message.text() === "pressed")
  await page.goto("/")
  await pressed
  const said = page.getByRole("region", { name: "What did you see?" }).getByRole("status")
  await expect(said).toHaveText("Your browser opened no window. Allow this page to open one, then try again.")
  await expect(page.getByLabel("Title")).toHaveValue(TITLE)
  expect(page.context().pages()).toHaveLength(1)
  await strict.close()
})
