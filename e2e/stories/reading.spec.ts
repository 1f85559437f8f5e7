import { expect, storyIds, test } from "./stage.ts"

// these stories render nothing in some states, as their names say
const SHOWS_NOTHING = [
  "components-signed-in-signed-out--signed-in-anonymous",
  "components-signed-in-signed-out--signed-out",
]

test.setTimeout(300_000)

const ids = storyIds().filter((id) => !SHOWS_NOTHING.includes(id))
/** Parts of the list that run in parallel. */
const PARTS = 4

// `--update-snapshots` updates the snapshots
for (let part = 0; part < PARTS; part += 1) {
  test(`what a screen reader reads of every story, in order (part ${part + 1} of ${PARTS})`, async ({ stage }) => {
    const shown = ids.slice((ids.length * part) / PARTS, (ids.length * (part + 1)) / PARTS)
    await stage.open(shown[0] ?? "", { rendering: "HTML", scheme: "light", dir: "ltr" })
    for (const id of shown) {
      await stage.show(id)
      const menu = stage.page.locator("details[data-menu]:not([open])")
      if ((await menu.count()) > 0) await menu.locator("summary").click()
      await expect
        .soft(stage.page.locator("#storybook-root"))
        .toMatchAriaSnapshot({ name: `${id.replace("components-", "")}.aria.yml`, timeout: 5000 })
    }
  })
}
