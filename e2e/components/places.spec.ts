import { expect, test, type Page } from "@playwright/test"
import { CASES, renderCase } from "../../components/cases.fixture.ts"
import { stylesheet } from "../../components/html/assets.generated.ts"
import { deletionPage, undoPage } from "../../components/html/feature-pages.ts"

const assets = { stylesheet: "/a.css", script: "/a.js" }
const notice = { lang: "en", assets, site: "Acme", action: "/auth/undo", csrfToken: "t" }

async function show(page: Page, content: string, width: number, dir: "ltr" | "rtl" = "ltr"): Promise<void> {
  await page.setViewportSize({ width, height: 640 })
  await page.setContent(`<style>${stylesheet}</style><div dir="${dir}" style="padding:15px">${content}</div>`)
}

const html = (name: string) => {
  const shown = CASES[name]
  if (!shown) throw new Error(name)
  return renderCase(shown, { scripted: false })
}

const edges = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      const { left, right, top, bottom } = range.getBoundingClientRect()
      return { left, right, top, bottom }
    })

test("the user menu leaves space at both edges of a narrow window", async ({ page }) => {
  await show(page, `<div style="text-align:end">${html("user-button-long")}</div>`, 320)
  await page.locator("summary").click()
  const menu = await page.locator(".auth-popup").boundingBox()
  expect(menu?.x).toBeGreaterThanOrEqual(8)
  expect((menu?.x ?? 0) + (menu?.width ?? 0)).toBeLessThanOrEqual(312)
})

test("the button of the menu has its place and size before the user is known", async ({ page }) => {
  const boxes = []
  for (const name of ["user-button-waiting", "user-button"]) {
    await show(page, html(name), 390)
    boxes.push(
      await page.locator(".auth-trigger").boundingBox(),
      await page.locator(".auth-avatar").first().boundingBox(),
    )
  }
  expect(boxes.slice(2)).toEqual(boxes.slice(0, 2))
})

test("an item of the menu keeps its place while it is sent, and all labels begin at one line", async ({ page }) => {
  await show(page, html("user-button-accounts"), 390)
  await page.locator("summary").click()
  const label = (part: string) => edges(page, `[data-part="${part}"] > button, a[data-part="${part}"]`)
  const added = await page.locator('[data-part="add-account"]').evaluate((link) => {
    const range = document.createRange()
    range.selectNodeContents(link.lastChild ?? link)
    return range.getBoundingClientRect().left
  })
  const name = await edges(page, '[data-part="switch-account"] .auth-nameplate')
  expect(added).toBe(name.left)
  const before = await label("sign-out")
  await page.locator('[data-part="sign-out"] > button').evaluate((button) => (button.ariaBusy = "true"))
  expect((await label("sign-out")).left).toBe(before.left)
})

test("the space before the button of a notice is that below its title, and only an undo is red", async ({ page }) => {
  await show(page, undoPage({ ...notice, event: "new-device", at: 0, fields: {} }), 390)
  const [text, button] = [await edges(page, ".auth-card > .auth-lead"), page.locator("form .auth-button")]
  expect(((await button.boundingBox())?.y ?? 0) - text.bottom).toBeGreaterThan(15)
  await expect(button).toHaveAttribute("data-variant", "danger")
  await show(page, deletionPage({ ...notice, signOutUrl: "/auth/signout", due: 0 }), 390)
  await expect(page.locator("form .auth-button")).toHaveAttribute("data-variant", "primary")
})

for (const width of [320, 390]) {
  test(`no line begins with the mark behind an address, at ${width} px`, async ({ page }) => {
    await show(page, html("forgot-password-sent"), width)
    const sentence = page.locator(".auth-lead")
    for (let length = 1; length < 16; length++) {
      const [mark, address] = await sentence.evaluate(
        (element, name) => {
          const strong = element.querySelector("strong")
          const after = strong?.nextSibling
          if (!strong || !after) throw new Error("no address")
          strong.textContent = name
          const range = document.createRange()
          const text = after.firstChild ?? after // a card has its texts in elements beside others
          range.setStart(text, 0)
          range.setEnd(text, 1)
          return [range.getBoundingClientRect().bottom, strong.getBoundingClientRect().bottom]
        },
        `${"a".repeat(length)}@example.com`,
      )
      expect(mark).toBe(address)
    }
  })
}

test("the second line of a name begins where the others do, from right to left", async ({ page }) => {
  await show(page, html("account-rich"), 390, "rtl")
  const lines = await page.locator("bdi", { hasText: "A security key" }).evaluate((name) => {
    const range = document.createRange()
    range.selectNodeContents(name)
    return [...range.getClientRects()].map(({ right }) => Math.round(right))
  })
  expect(lines.length).toBeGreaterThan(1)
  expect(new Set(lines).size).toBe(1)
})

/** Returns the words in an element that are broken within themselves. */
const brokenWords = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((elements) =>
    elements.flatMap((element) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      const broken: string[] = []
      while (walker.nextNode()) {
        const { data } = walker.currentNode as Text // the walker shows texts only
        for (const { 0: word, index } of data.matchAll(/[^\s\u00A0@.-]+/g)) {
          const range = document.createRange()
          range.setStart(walker.currentNode, index)
          range.setEnd(walker.currentNode, index + word.length)
          if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word)
        }
      }
      return broken
    }),
  )

for (const name of ["account-full", "account-bare", "account-email-pending"]) {
  test(`an open row keeps the words of its text whole on a narrow phone: ${name}`, async ({ page }) => {
    await show(page, html(name), 320)
    await page.locator("details").evaluateAll((all) => {
      for (const one of all) one.toggleAttribute("open", true)
    })
    await expect(page.locator(".auth-row:has([open])").first()).toBeVisible()
    expect(await brokenWords(page, ".auth-row-text")).toEqual([])
  })
}

test("many providers have marks alone, or all have their whole names if one has no mark", async ({ page }) => {
  await show(page, html("sign-in-waiting-grid"), 320)
  await expect(page.locator('[data-part="providers"]')).toHaveAttribute("data-layout", "grid")
  await show(page, html("sign-in-remember-many").replaceAll("someone", "Authentik"), 390)
  await expect(page.locator('[data-part="providers"]')).toHaveAttribute("data-layout", "pair")
  expect(await brokenWords(page, '[data-part="providers"]')).toEqual([])
  await expect(page.locator('[data-part="providers"] .auth-mark')).toHaveCount(7)
})

test("the badge of the last method doesn't cover its label in large text", async ({ page }) => {
  await show(page, html("sign-in-many"), 390)
  await page.addStyleTag({ content: "html { font-size: 200% }" })
  const [badge, label] = [await page.locator(".auth-text + .auth-badge").boundingBox(), await edges(page, ".auth-text")]
  expect((badge?.y ?? 0) + (badge?.height ?? 0)).toBeLessThan(label.top + 8) // above the letters of the line
})

for (const name of ["forgot-password-sent", "second-factor-email", "verify-request"]) {
  test(`a short address of a sentence is on one line: ${name}`, async ({ page }) => {
    for (const width of [320, 390, 1280]) {
      await show(page, html(name), width)
      for (const address of await page.locator("strong[dir]").all()) {
        const { top, bottom } = await address.evaluate((element) => element.getBoundingClientRect())
        expect(bottom - top).toBeLessThan(30) // one line
      }
    }
  })
}

test("the links of a card's footer are as large as the line above them", async ({ page }) => {
  await show(page, html("sign-in-footer"), 390)
  const links = page.locator(".auth-foot .auth-link")
  const sizes = await links.evaluateAll((all) => all.map((link) => getComputedStyle(link).fontSize))
  expect(sizes.length).toBeGreaterThan(1)
  expect(new Set(sizes).size).toBe(1)
})
