import { readdirSync } from "node:fs"
import { beforeAll, describe, expect, test } from "vitest"
import { en } from "../../../components/view/messages/en.ts"
import { catalogFor, languageFor, LANGUAGES, translationFor } from "../../../components/view/messages/languages.ts"
import { pseudo } from "../../../components/view/messages/pseudo.ts"
import { LOADERS } from "../../../components/view/messages/loaders.ts"
import type { Messages, Translation } from "../../../components/view/messages/types.ts"
import type { AuthConfig } from "../../service/config.ts"
import { isLong } from "../../test-kit/long.ts"
import { passwordService } from "../../test-kit/password-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"

const TRANSLATIONS = LANGUAGES.filter((tag) => tag !== "en")

/** Returns the texts of a catalog with their paths (`email.confirmText`). Each plural form has a path of its own. */
function listSentences(value: unknown, place = ""): [place: string, sentence: string][] {
  if (typeof value === "string") return [[place, value]]
  return Object.entries(value as object).flatMap(([key, inner]) =>
    listSentences(inner, place ? `${place}.${key}` : key),
  )
}

/** Returns the path of each sentence. The forms of a plural are one, because languages have different ones. */
const listPaths = (value: unknown) =>
  new Set(listSentences(value).map(([place]) => place.replace(/\.(zero|one|two|few|many|other)$/, "")))

const listPlaceholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort()

async function fetchPage(path: string, language: string | undefined, config: Partial<AuthConfig> = {}) {
  const headers = language === undefined ? {} : { "accept-language": language }
  const answer = await cookieClient(passwordService({ siteName: "Acme", ...config })).get(path, headers)
  return { html: await answer.text(), headers: answer.headers, status: answer.status }
}

const visibleText = (html: string) => html.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
const htmlTag = (html: string) => /<html[^>]*>/.exec(html)?.[0]

test("lists every language of the folder", () => {
  const files = readdirSync("components/view/messages").map((file) => file.replace(/(\.test|\.worker)?\.ts$/, ""))
  const languages = files.filter((file) => !["fill", "languages", "loaders", "pseudo", "types"].includes(file))
  expect([...new Set(languages)].sort()).toEqual([...LANGUAGES].sort())
})

describe.each(TRANSLATIONS)("in %s", (tag) => {
  const got: { words: Messages; translation: Translation } = { words: en, translation: en }
  beforeAll(async () => {
    got.translation = (await LOADERS[tag]?.()) ?? en
    got.words = await catalogFor(tag)
  })

  // Texts that are the same in English: names, examples and words that both languages share
  const SHARED: Readonly<Record<string, readonly string[] | undefined>> = {
    de: ["Passkeys", "Name"],
    es: ["Error: {title}"],
    id: ["Email", "Edit", "Edit {name}"],
    it: ["Password", "Email", "Privacy"],
    nl: ["Passkeys", "Privacy", "Help"],
    vi: ["Email"],
  }

  // A contributor adds a sentence in English alone. The long run, which guards a release, asks for the translations
  if (isLong)
    test("has every sentence", () => {
      const translated = listPaths(got.translation)
      expect([...listPaths(en)].filter((path) => !translated.has(path))).toEqual([])
    })

  test("has no text of the English catalog", () => {
    const english = new Map(listSentences(en))
    const same = listSentences({ ...got.translation, language: "" }).filter(
      ([place, sentence]) =>
        english.get(place) === sentence && /\p{L}{2}/u.test(sentence.replace(/\{\w+\}|\S+@\S+/g, "")),
    )
    expect(same.map(([, sentence]) => sentence).filter((sentence) => !SHARED[tag]?.includes(sentence))).toEqual([])
  })

  test("keeps every placeholder of the English text", () => {
    const theirs = new Map(listSentences(got.words))
    for (const [place, sentence] of listSentences(en)) {
      if (/\.(one|other)$/.test(place)) continue
      expect([place, listPlaceholders(theirs.get(place) ?? "")]).toEqual([place, listPlaceholders(sentence)])
    }
  })

  test("has a form for every number", () => {
    const rules = new Intl.PluralRules(tag)
    for (const forms of [got.words.signIn.tryAgainIn, got.words.mail.codeHint, got.words.secondFactor.trust]) {
      for (let count = 1; count <= 120; count++) expect(forms[rules.select(count)]).toBeTruthy()
      expect(forms.other).toContain("{count}")
    }
  })

  test("renders the pages", async () => {
    const { language, signIn, signOut, email, errorPage } = got.words
    const titles: [path: string, title: string][] = [
      ["/signin", signIn.title.replace("{site}", "Acme")],
      ["/signin?error=AccessDenied", signIn.errorPrefix.replace("{title}", signIn.title.replace("{site}", "Acme"))],
      ["/signout", signOut.title.replace("{site}", "Acme")],
      ["/verify-request", email.title],
      ["/error?error=Verification", signIn.errorPrefix.replace("{title}", errorPage.Verification.title)],
    ]
    for (const [path, title] of titles) {
      const { html } = await fetchPage(path, tag)
      expect(htmlTag(html)).toBe(`<html lang="${language.lang}" dir="${language.dir}">`)
      expect(visibleText(html)).toContain(`<title>${title}</title>`)
    }
  })
})

test("shows a sentence in English until it is translated", async () => {
  const german = (await LOADERS["de"]?.()) as { signIn?: { title?: string | undefined } } // a release has them all
  const title = german.signIn?.title
  using _ = { [Symbol.dispose]: () => Object.assign(german.signIn ?? {}, { title }) }
  Object.assign(german.signIn ?? {}, { title: undefined })
  const { html } = await fetchPage("/signin", "de")
  expect(htmlTag(html)).toBe('<html lang="de" dir="ltr">')
  expect(html).toContain("<title>Sign in to Acme</title>")
})

test("shows an app's own sentence that the translation lacks", async () => {
  const own = { signIn: { title: "Willkommen bei {site}" }, account: { title: "Mein Konto" } }
  const messages = await translationFor("xx", { xx: own, en: {} })
  expect(messages).toEqual({ language: { lang: "xx", dir: "ltr" }, ...own })
  const german = await translationFor("de", { de: { signIn: { title: "", submit: "Los" } } })
  expect(german.signIn?.submit).toBe("Los")
  expect(german.signIn?.title).toBe((await LOADERS["de"]?.())?.signIn?.title)
})

test("keeps the placeholders in the pseudo language", () => {
  expect(pseudo.signIn.title).toMatch(/^\[Sïgñ ïñ tö \{site\}( ~)+\]$/)
  expect(listPlaceholders(pseudo.email.confirmText)).toEqual(["{email}", "{site}"])
})

test.each([
  ["de", "de", "ltr"],
  ["de-AT, en;q=0.5", "de", "ltr"],
  ["en;q=0.4, fr;q=0.9", "fr", "ltr"],
  ["pt", "pt-BR", "ltr"],
  ["zh", "zh-CN", "ltr"],
  ["zh-HK", "zh-TW", "ltr"],
  ["zh-Hant", "zh-TW", "ltr"],
  ["iw", "he", "rtl"],
  ["ar-EG", "ar", "rtl"],
  ["xx, tlh, *", "en", "ltr"],
  ["de;q=0, fr", "fr", "ltr"],
  ["", "en", "ltr"],
  ["<script>, ../../etc/passwd, __proto__", "en", "ltr"],
  [undefined, "en", "ltr"],
])("a browser that asks for %s gets %s", async (wanted, lang, dir) => {
  const { html, headers } = await fetchPage("/signin", wanted)
  expect(htmlTag(html)).toBe(`<html lang="${lang}" dir="${dir}">`)
  expect(headers.get("vary")).toBe("Cookie, Accept-Language")
  expect(headers.get("cache-control")).toContain("no-store")
})

test("matches a header with many languages about as fast as one with a few (threat 286)", () => {
  const once = (count: number) => {
    const start = performance.now()
    languageFor(Array.from({ length: count }, () => "qq").join(), LANGUAGES)
    return performance.now() - start
  }
  // Takes the fastest of many runs, because a busy machine slows down single ones
  const measure = (count: number) => Math.min(...Array.from({ length: 50 }, () => once(count)))
  const [few, many] = [measure(10), measure(66)]
  expect(many).toBeLessThan(3 * few)
})

describe("the app's settings", () => {
  test("support only the listed languages, with the first as the default", async () => {
    const languages = ["de", "en-GB"]
    expect(htmlTag((await fetchPage("/signin", "fr", { languages })).html)).toContain('lang="de"')
    const british = await fetchPage("/signin", "en-US", { languages })
    expect(htmlTag(british.html)).toContain('lang="en-GB"')
    expect(british.html).toContain("Sign in to Acme")
  })

  test("replace single texts, in their language only", async () => {
    const config = { messages: { de: { signIn: { title: "Servus bei {site}" } } } }
    expect((await fetchPage("/signin", "de", config)).html).toContain("Servus bei Acme")
    expect((await fetchPage("/signin", "de", config)).html).toContain("Anmelden")
    expect((await fetchPage("/signin", "en", config)).html).toContain("Sign in to Acme")
  })

  test("add a language with any part of the catalog, and English has the rest", async () => {
    const norwegian = { language: { lang: "nn", dir: "ltr" as const }, signIn: { titlePlain: "Logg inn" } }
    const { html } = await fetchPage("/signin", "nn", { messages: [norwegian], siteName: undefined })
    expect(htmlTag(html)).toBe('<html lang="nn" dir="ltr">')
    expect(visibleText(html)).toContain("<title>Logg inn</title>")
    expect(html).toContain(en.signIn.welcome)
  })

  test("add a language with a complete catalog", async () => {
    const { html } = await fetchPage("/signin", "en-XA", { messages: { "en-XA": pseudo } })
    expect(htmlTag(html)).toBe('<html lang="en-XA" dir="ltr">')
    expect(html).toContain("[Sïgñ ïñ tö Acme")
  })

  test.each([[["not a tag"]], [[]]])("are invalid if the languages are %j", async (languages) => {
    expect((await fetchPage("/signin", "en", { languages })).status).toBe(500)
  })
})

test("takes whole catalogs as a list, with the app's own sentences in them", async () => {
  const errors: string[] = []
  const own = { ...en, language: { lang: "nn", dir: "ltr" as const }, signIn: { ...en.signIn, title: "Logg inn" } }
  const config: Partial<AuthConfig> = {
    messages: [own, pseudo],
    logger: { error: ({ message }) => errors.push(message) },
  }
  const { html } = await fetchPage("/signin", "nn, de;q=0.5", config)
  expect(htmlTag(html)).toContain('lang="nn"')
  expect(html).toContain("Logg inn")
  expect(htmlTag((await fetchPage("/signin", "de", config)).html)).toContain('lang="de"')
  expect(errors).toEqual([])
})
