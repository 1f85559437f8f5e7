import type { Browser, Page } from "@playwright/test"
import { Stage, storyIds, storySections } from "../stories/stage.ts"
import type { Look, Shoot } from "./looks.ts"

/** Every story in React. e2e/stories tests that the four renderings have the same pixels. */
export async function shootStories(browser: Browser, origin: string, look: Look, shoot: Shoot): Promise<void> {
  const context = await browser.newContext({ ...look.context, reducedMotion: "reduce" })
  const stage = new Stage(await context.newPage(), origin)
  await stage.open(storyIds()[0] ?? "", { rendering: "React", ...look.globals })
  for (const id of storySections().flatMap((section) => storyIds(section))) {
    await stage.show(id)
    await picturesLoaded(stage.page)
    const menu = stage.page.locator("details[data-menu]:not([open]) > summary")
    await shoot(stage.page, id.replace("components-", ""))
    if ((await menu.count()) === 0) continue
    await menu.click()
    await shoot(stage.page, `${id.replace("components-", "")}, open`)
  }
  await context.close()
}

/** Waits for a brand's pictures. */
async function picturesLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() => Array.from(document.images).every((image) => image.complete))
}
