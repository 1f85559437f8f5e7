import { mkdirSync, writeFileSync } from "node:fs"
import { expect, test, type Page } from "@playwright/test"
import { Judged, stateOf } from "../judged.ts"

const CARD = `<!doctype html><style>p { color: black }</style><div id="storybook-root">
  <p>Ada</p><input value="a"><input type="checkbox"><dialog>Sure?</dialog><div popover>More</div>
  <div id="list" style="height: 10px; overflow: auto"><p>One</p><p>Two</p></div></div>`

const field = (page: Page) => page.locator("input").first()

/** Changes that a picture shows, or that axe may report. */
const CHANGES: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  "a sentence": (page) =>
    page
      .locator("p")
      .first()
      .evaluate((one) => (one.textContent = "Eve")),
  "an attribute": (page) => field(page).evaluate((one) => one.setAttribute("aria-invalid", "true")),
  "a style attribute": (page) => field(page).evaluate((one) => (one.style.color = "red")),
  "an element outside of the card": (page) => page.evaluate(() => document.body.append(document.createElement("hr"))),
  "the page's direction": (page) => page.evaluate(() => (document.documentElement.dir = "rtl")),
  "a style element": (page) => page.locator("style").evaluate((one) => (one.textContent = "p { color: gray }")),
  "an adopted style sheet": (page) =>
    page.evaluate(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync("p { color: gray }")
      document.adoptedStyleSheets.push(sheet)
    }),
  "a field's value": (page) => field(page).evaluate((one: HTMLInputElement) => (one.value = "b")),
  "a checked box": (page) => page.getByRole("checkbox").evaluate((one: HTMLInputElement) => (one.checked = true)),
  "an indeterminate box": (page) =>
    page.getByRole("checkbox").evaluate((one: HTMLInputElement) => (one.indeterminate = true)),
  "a modal dialog": (page) => page.locator("dialog").evaluate((one: HTMLDialogElement) => one.showModal()),
  "a popover": (page) => page.locator("[popover]").evaluate((one: HTMLElement) => one.showPopover()),
  "the window's size": (page) => page.setViewportSize({ width: 390, height: 844 }),
  "the color scheme": (page) => page.emulateMedia({ colorScheme: "dark" }),
  "forced colors": (page) => page.emulateMedia({ forcedColors: "active" }),
  "reduced motion": (page) => page.emulateMedia({ reducedMotion: "reduce" }),
  "a scrolled list": (page) => page.locator("#list").evaluate((one) => (one.scrollTop = 5)),
}

test("a page is in another state after every change that a picture can show", async ({ page }) => {
  const reset = async () => {
    await page.setViewportSize({ width: 480, height: 900 })
    await page.emulateMedia({ colorScheme: "light", forcedColors: "none", reducedMotion: "no-preference" })
    await page.setContent(CARD)
  }
  await reset()
  const before = await stateOf(page)
  expect(await stateOf(page)).toBe(before)
  for (const [name, change] of Object.entries(CHANGES)) {
    await reset()
    expect(await stateOf(page), name).toBe(before)
    await change(page)
    expect(await stateOf(page), name).not.toBe(before)
    await page.evaluate(() => {
      document.adoptedStyleSheets = []
      document.documentElement.removeAttribute("dir")
    })
  }
})

test("a page of the documentation is in another state with another sentence, but not with other numbers in React's ids", async ({
  page,
}) => {
  const stateWith = async (id: string, reference: string, text = "Search") => {
    const label = `<p id="_r_${id}_">${text}</p><input aria-labelledby="_r_${reference}_">`
    await page.setContent(`<div id="storybook-docs">${label}<p id="_r_z_"></p></div>`)
    return stateOf(page)
  }
  const before = await stateWith("0", "0")
  expect(await stateWith("1a", "1a")).toBe(before)
  expect(await stateWith("0", "z")).not.toBe(before)
  expect(await stateWith("0", "0", "Find")).not.toBe(before)
})

test(
  "a page is judged anew if one of its states or a file differs, or there is no record", // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern
  ({}, info) => {
    test.skip(Boolean(process.env["LATCHKIT_LONG"]), "judges everything")
    const sheet = info.outputPath("card.css")
    const folder = info.outputPath("judged")
    mkdirSync(folder)
    writeFileSync(sheet, "p { color: black }")
    const seeStates = (...states: string[]) => {
      const judged = new Judged("cards", [sheet], folder)
      for (const state of states) judged.see("card", state)
      return { changed: judged.changed(), judged }
    }
    expect(seeStates("html", "react").changed).toEqual(["card"])
    seeStates("html", "react").judged.store(true)
    expect(seeStates("html", "react").changed).toEqual([])
    expect(seeStates("html", "react, with a value").changed).toEqual(["card"])
    expect(seeStates("html").changed).toEqual(["card"])
    writeFileSync(sheet, "p { color: gray }")
    expect(seeStates("html", "react").changed).toEqual(["card"])
    info.annotations.length = 0 // the run counts these as old records
  },
)
