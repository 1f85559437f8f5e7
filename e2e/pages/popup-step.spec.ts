import { expect, test } from "@playwright/test"
import { MemoryAdapter } from "latchkit/adapters/memory"
import { cardScript, signInCard } from "latchkit/html"
import type { AuthConfig } from "latchkit/server"
import { openPlainSite } from "./plain-oauth.ts"

test("a popup stays open for a step of the app, and the page that opened it keeps its draft (threat 417)", async ({
  page,
}) => {
  const accepted = new Set<unknown>()
  const config: Partial<AuthConfig> = {
    adapter: MemoryAdapter(),
    steps: [
      {
        id: "terms",
        url: "/terms",
        needed: ({ user }) => !accepted.has(user.id),
        handle: ({ user, fields }) => void (fields["accept"] === "yes" && accepted.add(user.id)),
      },
    ],
  }
  const { origin, stop } = await openPlainSite(config, {
    "/draft": async (auth, request) => {
      const { props, cookies } = await auth.signInProps(request)
      const card = signInCard({ ...props, popup: true, callbackUrl: undefined })
      return { body: `<textarea aria-label="Draft"></textarea>${card}<script>${cardScript}</script>`, cookies }
    },
    "/terms": async (auth, request) => {
      const { step, cookies } = await auth.openStep(request)
      const fields = Object.entries(step?.fields ?? {}).map(
        ([name, value]) => `<input type=hidden name=${name} value=${value}>`,
      )
      const accept = "<button name=accept value=yes>I accept</button>"
      return { body: `<form method=post action="${step?.action}">${fields.join("")}${accept}</form>`, cookies }
    },
  })
  const session = () => page.evaluate(async () => (await fetch("/auth/session")).json() as Promise<unknown>)

  await page.goto(`${origin}/draft`)
  await page.getByLabel("Draft").fill("half a sentence")
  const button = page.getByRole("button", { name: "Continue with Plain" })
  const [popup] = await Promise.all([page.waitForEvent("popup"), button.click()])
  await popup.getByRole("link", { name: "Allow" }).click()
  await popup.waitForURL(`${origin}/terms`)
  expect(await popup.evaluate(() => window.opener)).toBeNull()
  await expect(button).toHaveAttribute("aria-busy", "true")
  expect(await session()).toBeNull()

  await Promise.all([popup.waitForEvent("close"), popup.getByRole("button", { name: "I accept" }).click()])
  await expect(button).not.toHaveAttribute("aria-busy", "true")
  expect(await session()).toMatchObject({ user: { name: "Mary Somerville" } })
  await expect(page.getByLabel("Draft")).toHaveValue("half a sentence")
  await stop()
})
