// Measures a render of useSession in Chromium, and one of a bare useSyncExternalStore.
import { existsSync } from "node:fs"
import { join } from "node:path"
import { chromium } from "@playwright/test"
import { build } from "esbuild"

import type { RenderTimes } from "./client/renders.tsx"

const system = process.env["LATCHKIT_CHROMIUM"] ?? "/usr/bin/chromium"
const ORIGIN = "http://localhost:4000"

/** Measures the built package. */
export async function renderTimes(): Promise<RenderTimes> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, "client/renders.tsx")],
    bundle: true,
    minify: true,
    write: false,
    outdir: "/",
    format: "esm",
    splitting: true,
    jsx: "automatic",
    tsconfigRaw: {}, // without this repository's aliases, which lead to the sources
    define: { "process.env.NODE_ENV": '"production"' },
  })
  const scripts = new Map(outputFiles.map(({ path, text }) => [path, text]))
  const executable = existsSync(system) ? { executablePath: system } : {}
  const browser = await chromium.launch({ ...executable, args: ["--no-sandbox"] })
  try {
    const page = await browser.newPage()
    await page.route(`${ORIGIN}/**`, (route) => {
      const body = scripts.get(new URL(route.request().url()).pathname)
      return body === undefined
        ? route.fulfill({
            contentType: "text/html",
            body: '<!doctype html><script type="module" src="/renders.js"></script>',
          })
        : route.fulfill({ contentType: "text/javascript", body })
    })
    await page.goto(ORIGIN)
    return await page.evaluate(() => window.measureRenders())
  } finally {
    await browser.close()
  }
}
