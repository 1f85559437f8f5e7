import { expect, test } from "vitest"
import { signInCard, themeCss } from "./html/index.ts"
import { renderHtml } from "./html/render.ts"
import { signInScreen } from "./sign-in/sign-in.screen.ts"
import { webAuthnScreen } from "./passkeys/webauthn.screen.ts"
import type { ElementNode, ViewNode } from "./view/node.ts"
import type { SignInProvider } from "./view/types.ts"

const provider = (id: string, type: SignInProvider["type"], more: Partial<SignInProvider> = {}): SignInProvider => ({
  id,
  name: id,
  type,
  signinUrl: `/auth/signin/${id}`,
  callbackUrl: `/auth/callback/${id}`,
  ...more,
})

/** Returns the elements that have custom properties. */
function tokensIn(node: ViewNode): ElementNode[] {
  if (typeof node !== "object" || !("tag" in node)) return []
  return [...(Object.keys(node.tokens ?? {}).length > 0 ? [node] : []), ...node.children.flatMap(tokensIn)]
}

test("a passkey button without a card uses the theme's colors and logo", () => {
  const theme = { brandColor: "#b3261e", buttonText: "#ffffff", logo: "/logo.svg" }
  const node = webAuthnScreen.markup({ theme }, { ...webAuthnScreen.initial, hasPasskeys: true })
  expect(tokensIn(node)[0]?.tokens).toMatchObject({ "--auth-brand": "#b3261e", "--auth-on-brand": "#ffffff" })
  const html = renderHtml(node)
  expect(html).toContain('data-variant="primary"')
  expect(html).toMatch(/<img class="auth-mark"[^>]* src="\/logo\.svg" alt=""/)
  expect(html).not.toContain("auth-icon")
  const plain = renderHtml(webAuthnScreen.markup({}, webAuthnScreen.initial))
  expect(plain).toContain('data-variant="secondary"')
  expect(plain).toContain("auth-icon")
})

test("a passkey provider's style fills its button on the card", () => {
  const style = { brandColor: "#0b57d0", text: "#ffffff", logo: "/key.svg" }
  const passkey = provider("passkey", "webauthn", { style })
  const node = signInScreen.markup({ providers: [provider("email", "email"), passkey] }, signInScreen.initial)
  const [button] = tokensIn(node)
  expect(button?.attributes).toMatchObject({ "data-passkey": "passkey", "data-variant": "primary" })
  expect(button?.tokens).toMatchObject({ "--auth-brand": "#0b57d0", "--auth-on-brand": "#ffffff" })
  expect(renderHtml(button)).toContain('src="/key.svg"')
  expect(themeCss(undefined, [{ id: "passkey", type: "webauthn", style }])).toMatch(
    /^\[data-passkey="passkey"\]\{--auth-brand:#0b57d0;/,
  )
})

test.each(["email", "credentials"] as const)("shows the logo of an %s provider on its button", (type) => {
  const own = provider("own", type, { style: { logo: "/own.svg" }, credentials: { username: {} } })
  expect(signInCard({ providers: [own] })).toMatch(
    /<button[^>]*type="submit"[^>]*>.*<img class="auth-mark"[^>]* src="\/own\.svg"/,
  )
  expect(signInCard({ providers: [{ ...own, style: { logo: "javascript:alert(1)" } }] })).not.toContain("<img")
})

test("labels the last used method inside its button, also in a form", () => {
  const github = provider("github", "oauth", { name: "GitHub" })
  const card = (lastUsed: string) => signInCard({ providers: [github, provider("email", "email")], lastUsed })
  expect(card("github")).toMatch(
    /<span class="auth-text">Continue with GitHub<\/span><span class="auth-badge" aria-hidden="true"> Last used<\/span><\/button>/,
  )
  expect(card("email")).toMatch(
    /<span class="auth-text">Continue with email<\/span><span class="auth-badge" aria-hidden="true"> Last used<\/span><\/button>/,
  )
  expect(card("github")).toContain('aria-label="Continue with GitHub, Last used"')
})
