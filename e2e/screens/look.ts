// Takes the picture of the README, `.github/look.png`, from the built Storybook: `node e2e/screens/look.ts`.
// Install Inter for the browser first, and make the picture smaller with a palette afterwards.
import { chromium, type Browser } from "@playwright/test"
import { serveStorybook } from "../stories/storybook.ts"
import { storyUrl, type Globals } from "../stories/stage.ts"

interface Shot {
  readonly id: string
  readonly scheme: "light" | "dark"
}

const PHONES: readonly Shot[] = [
  { id: "components-sign-in--sign-up", scheme: "light" },
  { id: "components-second-factor--card", scheme: "dark" },
  { id: "components-sign-up--strong-password", scheme: "light" },
  { id: "components-account--full", scheme: "dark" },
]
const BRANDS: readonly Shot[] = [
  { id: "own-look-brands--nightbook-sign-in", scheme: "light" },
  { id: "own-look-brands--harbour-sign-in", scheme: "light" },
  { id: "own-look-brands--relay-sign-in", scheme: "dark" },
]
const PHONE = { width: 390, height: 780 }
const DESKTOP = { width: 1180, height: 800 }
const GAP = 24
const WIDTH = 1632
const FONT = "*{font-family:Inter,sans-serif}"

/** Returns pictures of stories as URLs. The app's font stands for the system's. */
async function shots(browser: Browser, origin: string, list: readonly Shot[], viewport: typeof PHONE) {
  const isPhone = viewport === PHONE
  return Promise.all(
    list.map(async ({ id, scheme }) => {
      const page = await browser.newPage({
        viewport,
        deviceScaleFactor: 2,
        colorScheme: scheme,
        reducedMotion: "reduce",
      })
      const globals: Globals = { rendering: "React", scheme }
      await page.goto(storyUrl(origin, id, globals), { waitUntil: "networkidle" })
      if (isPhone) await page.addStyleTag({ content: FONT })
      await page.locator(".auth-card").waitFor()
      await page.locator("[data-later][hidden]").first().waitFor({ state: "detached" })
      await page.evaluate(() => document.fonts.ready)
      const picture = await page.screenshot({ animations: "disabled", caret: "hide" })
      await page.close()
      return `data:image/png;base64,${picture.toString("base64")}`
    }),
  )
}

const storybook = await serveStorybook()
const executablePath = process.env["LATCHKIT_CHROMIUM"]
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ["--no-sandbox"] })
try {
  const phones = await shots(browser, storybook.origin, PHONES, PHONE)
  const brands = await shots(browser, storybook.origin, BRANDS, DESKTOP)
  const row = (images: readonly string[]) => `<div>${images.map((src) => `<img src="${src}">`).join("")}</div>`
  const page = await browser.newPage({ viewport: { width: WIDTH, height: 600 } })
  await page.setContent(
    `<style>body{margin:0;inline-size:${WIDTH - 2 * GAP}px;padding:${GAP}px;display:grid;gap:${GAP}px;background:#dcdce3}div{display:flex;gap:${GAP}px}img{flex:1;inline-size:0;border-radius:18px}</style>${row(phones)}${row(brands)}`,
  )
  await page.screenshot({ path: ".github/look.png", fullPage: true })
} finally {
  await Promise.all([browser.close(), storybook.close()])
}
