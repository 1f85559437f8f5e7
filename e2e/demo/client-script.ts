import type { Page } from "@playwright/test"
import { build } from "esbuild"

type Client = typeof import("../../client/index.ts")

const built: { script?: Promise<string> } = {}

async function bundle(): Promise<string> {
  const contents = 'import * as latchkit from "./dist/client/index.js"; window.latchkit = latchkit'
  const stdin = { contents, resolveDir: process.cwd() }
  const { outputFiles } = await build({ stdin, bundle: true, format: "iife", write: false })
  return outputFiles[0]?.text ?? ""
}

/** Adds the client to a page, as `window.latchkit`. The page's policy must allow it: `test.use({ bypassCSP: true })`. */
export async function addClient(page: Page): Promise<void> {
  built.script ??= bundle() // once for each worker
  await page.addScriptTag({ content: await built.script })
}

/** Runs `code` in a page with the client's functions. It sees nothing of the test's own scope. */
export async function withClient<T>(page: Page, code: (client: Client) => Promise<T>): Promise<T> {
  await addClient(page)
  return page.evaluate(`(${code.toString()})(window.latchkit)`) as Promise<T>
}
