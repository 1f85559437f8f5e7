import { test } from "@playwright/test"

import { startGallery, type Gallery } from "./gallery.ts"

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
