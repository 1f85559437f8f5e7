import { createClient, signOut } from "latchkit"
import { runClient } from "latchkit/headless"
import { fakeBrowser, installClock, mintSession } from "latchkit/testing"
import { expect, test } from "vitest"
import { appWith, config } from "./app.ts"

test("a sign-out in one tab is seen in the other", async () => {
  const url = "https://app.test"
  const { cookies } = await mintSession(config, { id: "ada", name: "Ada" }, { url })
  const clock = installClock(Date.now())
  const browser = fakeBrowser({ handle: appWith().auth.handle, origin: url })
  for (const { name, value } of cookies) browser.cookies.set(name, value)
  const tabs = [browser.open(), browser.open()].map((page) => createClient({ page }))
  const stops = tabs.map(runClient)
  await clock.advance(100)
  expect(tabs.map(({ store }) => store.get().status)).toEqual([
    "authenticated",
    "authenticated",
  ])

  await signOut({ redirect: false }) // in the tab that runs last
  await clock.advance(50)
  expect(tabs.map(({ store }) => store.get().status)).toEqual([
    "unauthenticated",
    "unauthenticated",
  ])

  for (const stop of stops) stop()
  clock.restore()
})
