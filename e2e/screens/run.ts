// Takes a picture of every story, built-in page and email in each look of `looks.ts`: `npm run screens`.
import { mkdir, rm, writeFile } from "node:fs/promises"
import { join, resolve } from "node:path"
import { chromium } from "@playwright/test"
import { startDemo } from "../demo/start.ts"
import { serveStorybook } from "../stories/storybook.ts"
import { indexPage } from "./index-page.ts"
import { LOOKS, type Look, type Shoot } from "./looks.ts"
import { shootMails } from "./mails.ts"
import { shootPages } from "./pages.ts"
import { shootStories } from "./stories.ts"

const folder = resolve(".cache/screens")
const screens = new Map<string, Map<string, string>>()

/** Takes pictures of one look, and remembers them for the index page. */
function shooting(look: string): Shoot {
  return async (page, name) => {
    const file = `${name.replaceAll(/\W+/g, "-")}.${look}.png`
    await page.screenshot({ path: join(folder, file), fullPage: true, animations: "disabled" })
    screens.set(name, (screens.get(name) ?? new Map<string, string>()).set(look, file))
  }
}

const executablePath = process.env["LATCHKIT_CHROMIUM"]
await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
const [demo, storybook] = [await startDemo(4290), await serveStorybook()]
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ["--no-sandbox"] })
try {
  const all = async ([name, look]: [string, Look]) => {
    await shootMails(browser, look, shooting(name))
    if (!look.globals.language) await shootPages(browser, demo.url, look, shooting(name)) // its steps read English
    await shootStories(browser, storybook.origin, look, shooting(name))
  }
  await Promise.all(Object.entries(LOOKS).map(all))
  await writeFile(join(folder, "index.html"), indexPage(screens))
} finally {
  await Promise.all([browser.close(), storybook.close(), demo.stop()])
}
console.log(`${screens.size} screens: ${join(folder, "index.html")}`)
