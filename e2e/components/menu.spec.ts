import { join } from "node:path"
import { expect, test, type Page } from "@playwright/test"
import { build } from "esbuild"
import { userButton } from "../../components/html/index.ts"

const session = {
  status: "authenticated",
  data: { user: { id: "1", name: "Ada", email: "ada@example.com" }, expires: "2100-01-01T00:00:00.000Z" },
}
const entryPoints = [join(import.meta.dirname, "../../components/user-button/menu.ts")]

/** Shows the user menu at the end of a page, in a shadow root if asked, and counts its sign-outs. */
async function showMenu(page: Page, inShadow: boolean) {
  const { outputFiles } = await build({ entryPoints, bundle: true, format: "iife", globalName: "menus", write: false })
  await page.setContent(`<p>Elsewhere</p><div id="host"></div>`)
  await page.addScriptTag({ content: outputFiles[0]?.text ?? "" })
  await page.evaluate(
    ({ html, inShadow }) => {
      const host = document.querySelector("#host") as HTMLElement // written above
      const target = inShadow ? host.attachShadow({ mode: "open" }) : host
      target.innerHTML = html
      const root = target.querySelector(".auth-root") as HTMLElement // rendered by userButton
      // @ts-expect-error -- a global of the script
      menus.startMenus(root, new AbortController().signal)
      root.addEventListener("submit", (event) => {
        event.preventDefault()
        document.title += "out"
      })
    },
    { html: userButton({ session, basePath: "/auth", csrfToken: "t", accountUrl: "/account" }), inShadow },
  )
}

for (const inShadow of [false, true]) {
  test.describe(inShadow ? "in a shadow root" : "in the page", () => {
    const open = (page: Page) => page.locator("summary").click()
    const details = (page: Page) => page.locator("details[data-menu]")

    test("a click on an item of the menu runs it, and a click outside closes the menu", async ({ page }) => {
      await showMenu(page, inShadow)
      await open(page)
      await page
        .getByRole("button", { name: "Sign out" })
        .or(page.getByRole("menuitem", { name: "Sign out" }))
        .click()
      await expect(page).toHaveTitle("out")
      await expect(details(page)).toHaveAttribute("open")
      await page.getByText("Elsewhere").click()
      await expect(details(page)).not.toHaveAttribute("open")
    })

    test("a link of the menu that the app's router follows closes it", async ({ page }) => {
      await showMenu(page, inShadow)
      await open(page)
      await page.evaluate(() => addEventListener("click", (event) => event.preventDefault()))
      await page.getByText("Manage account").click()
      await expect(details(page)).not.toHaveAttribute("open")
    })

    test("arrow keys move, and Tab after the last item closes the menu", async ({ page }) => {
      await showMenu(page, inShadow)
      await page.locator("summary").focus()
      await page.keyboard.press("ArrowDown")
      await expect(details(page)).toHaveAttribute("open")
      await page.keyboard.press("ArrowDown")
      await page.keyboard.press("End")
      await expect(details(page).locator(".auth-item").last()).toBeFocused()
      await page.keyboard.press("Tab")
      await expect(details(page)).not.toHaveAttribute("open")
    })
  })
}
