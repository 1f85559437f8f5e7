import { readFile } from "node:fs/promises"
import { expect, showDocs, test } from "./docs-page.ts"

for (const [page, file] of [
  ["express", "express/server.ts"],
  ["next", "next/app/signout/page.tsx"],
  ["sveltekit", "sveltekit/src/routes/+layout.svelte"],
  ["solidstart", "solid-start/src/app.tsx"],
  ["qwik", "qwik/src/routes/layout.tsx"],
] as const) {
  test(`the page of ${page} shows its app as it runs`, async ({ shared: tab, storybook }) => {
    await showDocs(tab, storybook, `start-${page}`, "")
    const text = await readFile(new URL(`../apps/${file}`, import.meta.url), "utf8")
    const plain = text.replace(/\s+/g, "")
    await expect
      .poll(async () => (await tab.locator(".docs-code").allTextContents()).join("\n").replace(/\s+/g, ""))
      .toContain(plain)
  })
}
