import { expect } from "../stage.ts"
import { isIn, type Judge } from "./judge.ts"

// these stories render nothing in some states, as their names say
const SHOWS_NOTHING = [
  "components-signed-in-signed-out--signed-in-anonymous",
  "components-signed-in-signed-out--signed-out",
]

/** Returns whether there is a snapshot of what a screen reader reads of a story. */
export const isRead = (id: string): boolean => isIn("Components")(id) && !SHOWS_NOTHING.includes(id)

/** The name of a story's snapshot. */
export const snapshotName = (id: string): string => `${id.replace("components-", "")}.aria.yml`

/**
 * A screen reader reads a component as its snapshot says. `--update-snapshots` updates the snapshots, and
 * `--update-snapshots=missing` writes new ones.
 */
export const reading: Judge = async ({ stage }, ids) => {
  const shown = ids.filter(isRead)
  if (shown[0] === undefined) return []
  await stage.page.setViewportSize({ width: 1280, height: 720 })
  await stage.open(shown[0], { rendering: "HTML", scheme: "light", dir: "ltr" })
  for (const id of shown) {
    await stage.show(id)
    const menu = stage.page.locator("details[data-menu]:not([open])")
    if ((await menu.count()) > 0) await menu.locator("summary").click()
    await expect.soft(stage.page.locator("#storybook-root")).toMatchAriaSnapshot({ name: snapshotName(id) })
  }
  return []
}
