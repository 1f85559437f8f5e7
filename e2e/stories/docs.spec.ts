import type { Page } from "@playwright/test"
import { isLong } from "../../server/testing/long.ts"
import { violationsIn } from "../axe.ts"
import { Judged, stateOf, storybookFiles } from "../judged.ts"
import { expect, showDocs, test } from "./docs-page.ts"
import { complaintsOf, IDS, PAGES, type PageId } from "./docs-pages.ts"

async function violations(page: Page) {
  // axe waits forever for a frame without scripts. Another suite judges the emails
  await page.locator("iframe[sandbox]").evaluateAll((frames) => frames.forEach((frame) => frame.remove()))
  const found = await violationsIn(page, ".site")
  return found.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
}

// these pages have every kind of code file and every other kind of block
const JUDGED_DARK: readonly PageId[] = ["start-svelte", "start-next", "guides-theming", "guides-coming-from-auth-js"]
const OPENED = isLong ? IDS : JUDGED_DARK
// the list of providers has its own test
const JUDGED: readonly PageId[] = OPENED.filter((id) => id !== "guides-providers")

interface Look {
  readonly colorScheme: "light" | "dark"
  readonly width: number
  readonly judged: readonly PageId[]
}

const LOOKS: readonly [Look, Look] = [
  { colorScheme: "light", width: 1280, judged: JUDGED },
  { colorScheme: "dark", width: 390, judged: JUDGED_DARK },
]

async function setLook(page: Page, { colorScheme, width }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize({ width, height: 900 })
}

/** Sets the look of a page that is open, and waits until it has the colors. */
async function changeLook(page: Page, look: Look): Promise<void> {
  await setLook(page, look)
  await expect(page.locator(".site")).toHaveAttribute("data-scheme", look.colorScheme)
  await page.evaluate(async () => {
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(transitions.map(({ finished }) => finished))
  })
}

for (const id of OPENED) {
  test(`the page ${id} opens whole, light on a desktop and dark on a phone`, async ({ shared: page, storybook }) => {
    const judged = new Judged("docs", [import.meta.filename, ...storybookFiles()])
    const complaints = complaintsOf(page)
    await setLook(page, LOOKS[0])
    await showDocs(page, storybook, id, PAGES[id])
    for (const look of LOOKS) {
      await changeLook(page, look)
      const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
      await expect.poll(isWide, `${look.width} px are enough`).toBe(false)
      if (look.judged.includes(id)) judged.see(id, await stateOf(page))
    }
    for (const look of judged.changed().length > 0 ? LOOKS.filter((each) => each.judged.includes(id)) : []) {
      await changeLook(page, look)
      expect(await violations(page), look.colorScheme).toEqual([])
    }
    page.removeAllListeners()
    expect(complaints).toEqual([])
    judged.store()
  })
}
