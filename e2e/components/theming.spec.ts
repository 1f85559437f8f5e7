import { expect, test, type Locator } from "../test.ts"

import { createAuth } from "../../server/service/auth.ts"
import { passwordConfig } from "../../server/test-kit/password-service.ts"
import { isLong } from "../../server/test-kit/long.ts"
import { FRAMEWORKS } from "./frameworks.ts"
import { servedGallery } from "./served-gallery.ts"

const gallery = servedGallery()

async function expectFilled(button: Locator, colours: { background: string; text: string; logo: string }) {
  await expect(button).toHaveCSS("background-color", colours.background)
  await expect(button).toHaveCSS("color", colours.text)
  await expect(button.locator("img")).toHaveAttribute("src", colours.logo)
}

const THEME = { background: "rgb(15, 118, 110)", text: "rgb(255, 251, 235)", logo: "/acme.svg" }
const STYLE = { background: "rgb(185, 28, 28)", text: "rgb(254, 242, 242)", logo: "/ada.svg" }

for (const [rendering, query] of [["html", "scripted"], ...FRAMEWORKS.map((name) => [name, "ssr"] as const)] as const) {
  test(`${rendering}: a WebAuthn button that stands alone has the theme's colours and logo`, async ({ page }) => {
    await page.goto(`${gallery().origin}/${rendering}/webauthn+theme?${query}`)
    await expectFilled(page.locator("[data-part=webauthn] .auth-button"), THEME)
  })

  test(`${rendering}: a passkey, an email form, a password form and a button have their own style`, async ({
    page,
  }) => {
    for (const name of ["sign-in", "sign-in-password"]) {
      await page.goto(`${gallery().origin}/${rendering}/${name}+theme?${query}`)
      const buttons = page.locator(".auth-methods .auth-button:visible, [data-passkey]:visible")
      await expect(buttons.first()).toBeVisible()
      if (name === "sign-in") await expect(page.locator("[data-passkey]")).toBeVisible()
      for (const button of await buttons.all()) await expectFilled(button, STYLE)
      await expect(page.locator(".auth-head img")).toHaveAttribute("src", "/acme.svg")
    }
  })
}

// One theme, from the stylesheet that the app's page links: no component has a `theme`
const POLICIES = {
  "a policy without inline styles": { policy: "style-src 'self'", attribute: "" },
  "a policy with a nonce only": { policy: "style-src 'nonce-bW9vbg'", attribute: ' nonce="bW9vbg"' },
}
const UNDER = ["html", ...FRAMEWORKS].flatMap((rendering) =>
  Object.entries(POLICIES)
    // A policy with a nonce rejects whatever the other one does
    .filter(([, { attribute }]) => isLong || attribute || ["react", "solid"].includes(rendering))
    .map(([name, rules]) => ({ rendering, name, ...rules })),
)

for (const { rendering, name: under, policy, attribute } of UNDER) {
  test(`${rendering}: /auth/theme.css reaches every component, under ${under}`, async ({ page }) => {
    const auth = createAuth(
      passwordConfig({
        theme: {
          ...{ brand: { light: "#0f766e", dark: "#5eead4" }, card: "#fffdf8", ink: "#22201c", page: "#f4efe6" },
          ...{ radius: 3, title: { size: 31, weight: 800 }, density: "spacious", font: "Georgia, serif" },
        },
      }),
      { env: { AUTH_URL: "https://app.test/auth" } },
    )
    const css = await (await auth.handle(new Request("https://app.test/auth/theme.css"))).text()
    await page.route("**/auth/theme.css", (route) => route.fulfill({ body: css, contentType: "text/css" }))
    const violations: string[] = []
    page.on("console", (message) => message.text().includes("style-src") && violations.push(message.text()))
    for (const name of ["user-button", "account", "sign-in", "sign-up", "verify-request", "confirm"]) {
      await page.route(`**/${rendering}/${name}?*`, async (route) => {
        const response = await route.fetch()
        const html = (await response.text()).replace("<style></style>", "")
        const body = html.replace('<link rel="stylesheet"', `$&${attribute}`)
        const link = `<link rel="stylesheet" href="/auth/theme.css"${attribute}>`
        const linked = body.replace("</head>", `${link}</head>`)
        const headers = { ...response.headers(), "content-security-policy": policy }
        await route.fulfill({ response, headers, body: linked })
      })
      await page.goto(`${gallery().origin}/${rendering}/${name}?${rendering === "html" ? "scripted" : "ssr"}`)
      const part = page.locator(".auth-card, .auth-part").first()
      await expect(part).toHaveCSS("font-family", "Georgia, serif")
      await expect(part).toHaveCSS("color", "rgb(34, 32, 28)")
      const filled = page.locator(".auth-button[data-variant=primary]:visible, .auth-avatar:not([data-empty])").first()
      await expect(filled).toHaveCSS("background-color", "rgb(15, 118, 110)")
      if (name !== "user-button") await expect(part).toHaveCSS("background-color", "rgb(255, 253, 248)")
      if (name === "sign-in") {
        await expect(part).toHaveCSS("padding-top", "44px")
        await expect(page.locator(".auth-title")).toHaveCSS("font-size", "31px")
        await expect(page.locator(".auth-input").first()).toHaveCSS("border-top-left-radius", "3px")
        await expect(page.locator(".auth-input").first()).toHaveCSS("min-height", "52px")
      }
    }
    expect(violations).toEqual([])
  })
}
