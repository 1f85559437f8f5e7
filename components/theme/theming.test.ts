import { describe, expect, test } from "vitest"
import type { ProviderStyle, Theme } from "../../client/contract.ts"
import { provider } from "../case.fixture.ts"
import { signInCard, themeCss } from "../html/index.ts"
import { renderHtml } from "../html/render.ts"
import { inFrameworks } from "../renderings.fixture.ts"
import { webAuthnScreen } from "../passkeys/webauthn.screen.ts"
import { fillTokens, themeTokens } from "./theme.ts"
import type { SignInProvider } from "../view/types.ts"

const theme: Theme = { brandColor: "#0f766e", buttonText: "#fffbeb", logo: "/acme.svg" }
const style: ProviderStyle = { brandColor: "#b91c1c", text: "#fef2f2", logo: "/method.svg" }

const plain = (html: string) => html.replaceAll(/<!--.*?-->/gs, "")

/** Returns the start tags with a name, with entities decoded as in a browser. */
const tags = (html: string, name: string) =>
  [...plain(html).matchAll(new RegExp(`<${name}\\b[^>]*>`, "g"))].map(([tag]) => tag.replaceAll("&quot;", '"'))

/** Returns the custom properties in a tag's own style. */
function inlineStyle(tag = ""): Record<string, string> {
  const [, declarations = ""] = /\sstyle="([^"]*)"/.exec(tag) ?? []
  const pairs = declarations.split(";").map((one) => one.split(/:(.*)/s).map((part) => part.trim()))
  return Object.fromEntries(pairs.filter(([name]) => name).map(([name = "", value = ""]) => [name, value]))
}

describe("a WebAuthn button without a card uses the theme", () => {
  const expectThemed = (html: string) => {
    const [button] = tags(html, "button")
    expect(button).toContain('data-variant="primary"')
    expect(tags(html, "img").join()).toContain('src="/acme.svg"')
  }

  test.each(Object.entries(inFrameworks("WebAuthn", { theme })))("in %s", (_, html) => {
    expectThemed(html)
    const [root] = tags(html, "div")
    expect(root).toContain("auth-part")
    expect(inlineStyle(root)).toEqual(themeTokens(theme))
  })

  test("in HTML, with the theme's stylesheet", () => {
    const html = renderHtml(webAuthnScreen.markup({ theme }, webAuthnScreen.initial))
    expectThemed(html)
    expect(html).toContain('class="auth-part"')
    expect(html).not.toContain("style=") // the pages' CSP allows only stylesheets
    const [rule = ""] = /[^{}]*\.auth-part\{[^}]*\}/.exec(themeCss(theme)) ?? []
    for (const [name, value] of Object.entries(themeTokens(theme))) expect(rule).toContain(`${name}:${value}`)
  })

  test.each(Object.entries(inFrameworks("WebAuthn", {})))("stays neutral without a theme in %s", (_, html) => {
    expect(tags(html, "button")[0]).toContain('data-variant="secondary"')
    expect(inlineStyle(tags(html, "div")[0])).toEqual({})
  })
})

const METHODS: readonly SignInProvider[] = [
  provider("github", "oauth", { style }),
  provider("people", "oidc", { style }),
  provider("email", "email", { style }),
  provider("credentials", "credentials", { style, credentials: { pin: { label: "PIN" } } }),
  provider("passkey", "webauthn", { style }),
]

describe.each(METHODS.map((method) => [method.type, method] as const))(
  "the style of a method of type %s",
  (_, method) => {
    const { id, type } = method
    /** Returns the method's part of a card with another method beside it. */
    const findElement = (html: string) => {
      const text = plain(html)
      const start = type === "webauthn" ? `data-passkey="${id}"` : `data-provider="${id}"`
      const element = type === "webauthn" ? "button" : "form"
      const from = text.lastIndexOf(`<${element}`, text.indexOf(start))
      return text.slice(from, text.indexOf(`</${element}>`, from))
    }
    const expectFilled = (part: string) => {
      expect(tags(part, "img").join()).toContain('src="/method.svg"')
      const button = tags(part, "button").find((tag) => tag.includes("auth-button"))
      expect(button).toContain('data-variant="primary"')
      return button
    }
    const props = { providers: [provider("gitlab"), method], csrfToken: "t" }

    test.each(Object.entries(inFrameworks("SignIn", props)))(
      "fills its button and shows its logo in %s",
      (_name, html) => {
        expect(inlineStyle(expectFilled(findElement(html)))).toEqual(fillTokens(style))
        expect(tags(html, "img")).toHaveLength(1)
      },
    )

    test("fills its button and shows its logo in HTML, with the theme's stylesheet", () => {
      const html = signInCard(props)
      const button = expectFilled(findElement(html))
      expect(button).not.toContain("style=")
      const selector = type === "webauthn" ? `[data-passkey="${id}"]` : `[data-provider="${id}"] .auth-button`
      const rule = themeCss(undefined, props.providers)
      expect(rule.startsWith(`${selector}{`)).toBe(true)
      for (const [name, value] of Object.entries(fillTokens(style) ?? {})) expect(rule).toContain(`${name}:${value}`)
    })
  },
)
