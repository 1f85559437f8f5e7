import { expect } from "../stage.ts"
import { isIn, type Judge } from "./judge.ts"

// these stories render nothing in some states, as their names say
const SHOWS_NOTHING = [
  "components-signed-in-signed-out--signed-in-anonymous",
  "components-signed-in-signed-out--signed-out",
]

/** A screen reader reads a component as its snapshot says. `--update-snapshots` updates the snapshots. */
export const reading: Judge = async ({ stage }, ids) => {
  const shown = ids.filter(isIn("Components")).filter((id) => !SHOWS_NOTHING.includes(id))
  if (shown[0] === undefined) return []
  await stage.page.setViewportSize({ width: 1280, height: 720 })
  await stage.open(shown[0], { rendering: "HTML", scheme: "light", dir: "ltr" })
  for (const id of shown) {
    await stage.show(id)
    const menu = stage.page.locator("details[data-menu]:not([open])")
    if ((await menu.count()) > 0) await menu.locator("summary").click()
    await expect
      .soft(stage.page.locator("#storybook-root"))
      .toMatchAriaSnapshot({ name: `${id.replace("components-", "")}.aria.yml`, timeout: 5000 })
  }
  return []
}
