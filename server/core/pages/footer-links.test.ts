import { describe, expect, test, vi } from "vitest"
import { LANGUAGES, catalogFor } from "../../../components/view/messages/languages.ts"
import { createAuth } from "../../service/auth.ts"
import { Credentials, GitHub } from "../../providers/index.ts"
import { passwordConfig, passwordService } from "../../test-kit/password-service.ts"
import { footerLinksIn } from "./footer-links.ts"

const LINKS = {
  terms: "/terms",
  privacy: { url: "https://acme.test/privacy" },
  support: { url: "mailto:help@acme.test", label: { en: "Ask us", de: "Fragen" } },
} as const

const fetchPage = async (path: string, language: string, config: Parameters<typeof passwordService>[0]) => {
  const headers = { "accept-language": language }
  return (await passwordService(config).handle(new Request(`https://app.test/auth/${path}`, { headers }))).text()
}
const propsIn = async (language: string, config: Parameters<typeof passwordService>[0]) => {
  const request = new Request("https://app.test/login", { headers: { "accept-language": language } })
  return (await passwordService(config).signInProps(request)).props
}

describe("footer links", () => {
  test("are at the end of every built-in page, in the browser's language", async () => {
    const english =
      '<footer class="auth-footer"><a href="/terms">Terms</a><a href="https://acme.test/privacy">Privacy</a><a href="mailto:help@acme.test">Ask us</a></footer>'
    for (const path of ["signin", "error?error=AccessDenied", "verify-request"])
      expect(await fetchPage(path, "en", { footerLinks: LINKS })).toContain(`</main>${english}`)
    const german = await fetchPage("signin", "de-AT", { footerLinks: LINKS })
    expect(german).toContain(">Nutzungsbedingungen</a>")
    expect(german).toContain(">Fragen</a>")
    expect(german.match(/>Fragen</g)).toHaveLength(1)
    expect(await fetchPage("signin", "en", {})).not.toContain("auth-footer")
  })

  test("reach the card of the app's own page", async () => {
    const { footerLinks } = await propsIn("de", { footerLinks: LINKS })
    expect(footerLinks).toEqual([
      { label: "Nutzungsbedingungen", href: "/terms" },
      { label: "Datenschutz", href: "https://acme.test/privacy" },
      { label: "Fragen", href: "mailto:help@acme.test" },
    ])
  })

  test("take the app's own words from `messages`, and have words in every language", async () => {
    const own = await propsIn("en", { footerLinks: LINKS, messages: { en: { footer: { terms: "The rules" } } } })
    expect(own.footerLinks?.[0]?.label).toBe("The rules")
    for (const tag of LANGUAGES) {
      const labels = footerLinksIn({ terms: "/t", privacy: "/p", support: "/s" }, await catalogFor(tag))
      expect(new Set(labels.map(({ label }) => label)).size).toBe(3)
    }
  })
})

describe("the app's own texts", () => {
  const texts = {
    signInNotice: { en: "For staff", de: "Nur für Angestellte" },
    providers: [
      GitHub({ clientId: "x", clientSecret: "y", label: { en: "the code host", de: "dem Code-Host" } }),
      Credentials({
        credentials: { badge: { label: { en: "Badge number", de: "Ausweisnummer" }, placeholder: { de: "z. B. 7" } } },
        authorize: () => null,
      }),
    ],
  }

  test.each([
    ["de-CH", ["Nur für Angestellte", "Weiter mit dem Code-Host", ">Ausweisnummer<", 'placeholder="z. B. 7"']],
    ["fr", ["For staff", "Continuer avec the code host", ">Badge number<"]],
  ])("are in the user's language %s, or else in English", async (language, expected) => {
    const html = await fetchPage("signin", language, texts)
    for (const text of expected) expect(html).toContain(text)
  })
})

test.each<[object, RegExp]>([
  [
    { signInNotice: 7 },
    /`signInNotice` is 7. Use a text, or an object with a text for each language, such as { en, de }/,
  ],
  [
    { signInNotice: { en: "Hi", deutsch: "Hallo" } },
    /`signInNotice` has a text for `deutsch`, which isn't a language of this app. Use en, ar, de/,
  ],
  [
    { providers: [GitHub({ clientId: "x", clientSecret: "y", label: ["a"] as never })] },
    /`label` of the provider `github` is a list. Use a text/,
  ],
  [
    { providers: [Credentials({ credentials: { pin: { label: { en: 1 } as never } }, authorize: () => null })] },
    /`credentials.pin.label` of the provider `credentials` is an object. Use a text/,
  ],
  [
    { footerLinks: { terms: "javascript:alert(1)" } },
    /`footerLinks.terms` is a text of 19 characters. Use an https URL, a path, mailto: or tel:/,
  ],
  [{ footerLinks: { terms: { label: "Terms" } } }, /`footerLinks.terms` is an object. Use an https URL/],
  [
    { footerLinks: { terms: { url: "/terms", label: { xx_1: "T" } } } },
    /`footerLinks.terms.label` has a text for `xx_1`/,
  ],
  [
    { footerLinks: { imprint: "/imprint" } },
    /`footerLinks.imprint` isn't a link of the footer. Use terms, privacy, support/,
  ],
  [
    { emails: { logo: "javascript:1" } },
    /`emails.logo` is a text of 12 characters. Use an https URL or a path on this site/,
  ],
  [{ emails: { wordmark: "yes" } }, /`emails.wordmark` is "yes". Set it to true or false/],
  [{ emails: { logo: { light: "/a.png" } } }, /`emails.logo` is an object. Use an https URL/],
  [{ footerLinks: "/terms" }, /`footerLinks` is "\/terms". Use { terms, privacy, support }/],
])("is a configuration error: %j", async (config, message) => {
  const error = vi.fn<(error: Error) => void>()
  const auth = createAuth(
    { ...passwordConfig(), ...config, logger: { error } },
    { env: { AUTH_URL: "https://app.test/auth" } },
  )
  expect((await auth.handle(new Request("https://app.test/auth/signin"))).status).toBe(500)
  expect(error.mock.calls.map(([{ message: text }]) => text).join("\n")).toMatch(message)
})
