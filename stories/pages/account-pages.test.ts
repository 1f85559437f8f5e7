import { expect, test } from "vitest"
import { UNDO_LIFETIMES } from "../../server/core/users/undo/data.ts"
import { ACCOUNT_PAGES } from "./account-pages.fixture.ts"
import * as stories from "./account-pages.stories.tsx"
import { SIGN_IN_PAGES } from "./sign-in-pages.fixture.ts"
import * as signInStories from "./sign-in-pages.stories.tsx"

test("every state of a page is a story", () => {
  const { default: _meta, ...exported } = stories
  const shown = Object.values(exported).map(({ args }) => args.page)
  expect(shown.toSorted()).toEqual(Object.keys(ACCOUNT_PAGES).toSorted())
  const { default: _signInMeta, ...exportedSignIn } = signInStories
  const shownSignIn = Object.values(exportedSignIn).map(({ args }) => args.page)
  expect(shownSignIn.toSorted()).toEqual(Object.keys(SIGN_IN_PAGES).toSorted())
})

test("every event that a link undoes has a page, with a sentence of its own", () => {
  const kinds = Object.keys(UNDO_LIFETIMES)
  const pages = Object.entries(ACCOUNT_PAGES).filter(([page]) => kinds.some((kind) => page === `undo-${kind}`))
  expect(new Set(pages.map(([, view]) => view({}).text)).size).toBe(kinds.length)
})
