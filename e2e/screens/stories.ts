import type { Browser } from "@playwright/test"
import { Stage, storyIds } from "../stories/stage.ts"
import type { Look, Shoot } from "./looks.ts"

/** Every story in React. e2e/stories tests that the four renderings have the same pixels. */
export async function shootStories(browser: Browser, origin: string, look: Look, shoot: Shoot): Promise<void> {
  const context = await browser.newContext({ ...look, reducedMotion: "reduce" })
  const stage = new Stage(await context.newPage(), origin)
  const ids = storyIds()
  await stage.open(ids[0] ?? "", { rendering: "React", scheme: look.colorScheme })
  for (const id of ids) {
    await stage.show(id)
    const menu = stage.page.locator("details[data-menu]:not([open]) > summary")
    await shoot(stage.page, id.replace("components-", ""))
    if ((await menu.count()) === 0) continue
    await menu.click()
    await shoot(stage.page, `${id.replace("components-", "")}, open`)
  }
  await context.close()
}
