import { expect, test } from "@playwright/test"
import { readFile } from "node:fs/promises"
import { serveStorybook, type Storybook } from "./storybook.ts"

const served: { storybook?: Storybook } = {}

test.beforeAll(async () => {
  served.storybook = await serveStorybook()
})
test.afterAll(() => served.storybook?.close())

for (const [page, file] of [
  ["express", "express/server.ts"],
  ["next", "next/app/layout.tsx"],
  ["sveltekit", "sveltekit/src/routes/+layout.svelte"],
  ["solidstart", "solid-start/src/app.tsx"],
  ["qwik", "qwik/src/routes/layout.tsx"],
] as const) {
  test(`the page of ${page} shows its app as it runs`, async ({ page: tab }) => {
    await tab.goto(`${served.storybook?.origin}/iframe.html?id=start-${page}--docs&viewMode=docs`)
    const text = await readFile(new URL(`../apps/${file}`, import.meta.url), "utf8")
    const plain = text.replace(/\s+/g, "")
    await expect
      .poll(async () => (await tab.locator(".docs-code").allTextContents()).join("\n").replace(/\s+/g, ""))
      .toContain(plain)
  })
}
