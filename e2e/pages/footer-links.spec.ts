import { createServer } from "node:http"
import { expect, test } from "@playwright/test"
import { createAuth } from "../../server/service/auth.ts"
import { passwordConfig } from "../../server/test-kit/password-service.ts"
import { requestFrom, send } from "../apps/demo/server/http.ts"
import { listenOnLoopback } from "../../server/test-kit/listening.ts"

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]) {
  test(`the app's links are at the end of the window, ${viewport.width} px wide, without a scroll bar`, async ({
    page,
  }) => {
    const server = createServer()
    const origin = `http://localhost:${await listenOnLoopback(server)}`
    const footerLinks = { terms: "/terms", privacy: "/privacy" }
    const auth = createAuth(passwordConfig({ footerLinks }), { env: { AUTH_URL: `${origin}/auth` } })
    server.on("request", (incoming, outgoing) => {
      void auth.handle(requestFrom(incoming, origin)).then((response) => send(response, outgoing))
    })
    await page.setViewportSize(viewport)
    await page.goto(`${origin}/auth/signin`)
    const footer = await page.getByRole("contentinfo").boundingBox()
    expect(footer && footer.y + footer.height).toBe(viewport.height)
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(viewport.height)
    server.close()
  })
}
