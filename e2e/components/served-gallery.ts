import { test, type Page } from "@playwright/test"

import { startGallery, type Gallery } from "./gallery.ts"

/**
 * Opens a case of the gallery, and waits until its behavior listens. The page's load event is too early: React renders
 * later, and some behavior is a separate script. Without it, a key has no effect. A page of `latchkit/html` listens when
 * it has loaded.
 */
export async function openCase(page: Page, url: string): Promise<void> {
  await page.goto(url)
  if (!new URL(url).pathname.startsWith("/html/")) await page.locator("html[data-listens]").waitFor()
}

/**
 * Starts the gallery for the tests of a file. Before each test it forgets the requests and prepared responses of the
 * last one, and serves a CSRF token.
 *
 * @returns the running gallery, in tests and hooks
 */
export function servedGallery(): () => Gallery {
  let served: Gallery | undefined
  const gallery = () => {
    if (!served) throw new Error("The gallery did not start")
    return served
  }
  test.beforeAll(async () => {
    served = await startGallery()
  })
  test.afterAll(() => served?.close())
  test.beforeEach(() => {
    gallery().answers.clear()
    gallery().requests.length = 0
    gallery().answers.set("GET /auth/csrf", () => Response.json({ csrfToken: "t" }))
  })
  return gallery
}
