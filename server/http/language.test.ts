import { readdirSync } from "node:fs"
import { beforeAll, describe, expect, test } from "vitest"
import { en } from "../../components/view/messages/en.ts"
import { catalogFor, languageFor, LANGUAGES } from "../../components/view/messages/languages.ts"
import { pseudo } from "../../components/view/messages/pseudo.ts"
import type { Messages } from "../../components/view/messages/types.ts"
import type { AuthConfig } from "../config/types.ts"
import { passwordService } from "../testing/password-service.ts"
import { cookieClient } from "../testing/cookie-client.ts"

const TRANSLATIONS = LANGUAGES.filter((tag) => tag !== "en")

/** Sentences of a catalogue by their place, `email.confirmText`; forms of a plural by theirs. */
function listSentences(value: unknown, place = ""): [place: string, sentence: string][] {
  if (typeof value === "string") return [[place, value]]
  return Object.entries(value as object).flatMap(([key, inner]) =>
    listSentences(inner, place ? `${place}.${key}` : key),
  )
}

const listPlaceholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort()

async function fetchPage(path: string, language: string | undefined, config: Partial<AuthConfig> = {}) {
  const headers = language === undefined ? {} : { "accept-language": language }
  const answer = await cookieClient(passwordService({ siteName: "Acme", ...config })).get(path, headers)
  return { html: await answer.text(), headers: answer.headers, status: answer.status }
}

const visibleText = (html: string) => html.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
const htmlTag = (html: string) => /<html[^>]*>/.exec(html)?.[0]

test("every language of the folder is on the list", () => {
  const files = readdirSync("components/view/messages").map((file) => file.replace(/(\.test)?\.ts$/, ""))
  const languages = files.filter((file) => !["fill", "languages", "pseudo", "types"].includes(file))
  expect([...new Set(languages)].sort()).toEqual([...LANGUAGES].sort())
  expect(LANGUAGES).toHaveLength(23)
})

describe.each(TRANSLATIONS)("in %s", (tag) => {
  const got: { words: Messages } = { words: en }
  beforeAll(async () => {
    got.words = await catalogFor(tag)
  })

  // What is written the same in English: names, examples and words that a language shares with it
  const SHARED: Readonly<Record<string, readonly string[] | undefined>> = {
    de: ["Passkeys"],
    es: ["Error: {title}"],
    id: ["Email", "Edit", "Edit {name}"],
    it: ["Password"],
    nl: ["Passkeys"],
    vi: ["Email"],
  }

  test("every sentence is translated", () => {
    const english = new Map(listSentences(en))
    const same = listSentences({ ...got.words, language: "" }).filter(
      ([place, sentence]) =>
        english.get(place) === sentence && /\p{L}{2}/u.test(sentence.replace(/\{\w+\}|\S+@\S+/g, "")),
    )
    expect(same.map(([, sentence]) => sentence).filter((sentence) => !SHARED[tag]?.includes(sentence))).toEqual([])
  })

  test("every name of the English sentence is in the other", () => {
    const theirs = new Map(listSentences(got.words))
    for (const [place, sentence] of listSentences(en)) {
      if (/\.(one|other)$/.test(place)) continue
      expect([place, listPlaceholders(theirs.get(place) ?? "")]).toEqual([place, listPlaceholders(sentence)])
    }
  })

  test("every number has its form", () => {
    const rules = new Intl.PluralRules(tag)
    for (const forms of [got.words.signIn.tryAgainIn, got.words.mail.codeHint]) {
      for (let count = 1; count <= 120; count++) expect(forms[rules.select(count)]).toBeTruthy()
      expect(forms.other).toContain("{count}")
    }
  })

  test("the pages are", async () => {
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

test("names keep their place and their number in a language with other brackets", () => {
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
  ["xx, da, *", "en", "ltr"],
  ["de;q=0, fr", "fr", "ltr"],
  ["", "en", "ltr"],
  ["<script>, ../../etc/passwd, __proto__", "en", "ltr"],
  [undefined, "en", "ltr"],
])("a browser that asks for %s reads %s", async (wanted, lang, dir) => {
  const { html, headers } = await fetchPage("/signin", wanted)
  expect(htmlTag(html)).toBe(`<html lang="${lang}" dir="${dir}">`)
  expect(headers.get("vary")).toBe("Cookie, Accept-Language")
  expect(headers.get("cache-control")).toContain("no-store")
})

test("attack 286: a header of as many languages as fit costs no more than one of a few", () => {
  const once = (count: number) => {
    const start = performance.now()
    languageFor(Array.from({ length: count }, () => "qq").join(), LANGUAGES)
    return performance.now() - start
  }
  // The shortest of many: on a busy machine any one may wait
  const timeOf = (count: number) => Math.min(...Array.from({ length: 50 }, () => once(count)))
  const [few, many] = [timeOf(10), timeOf(66)]
  expect(many).toBeLessThan(3 * few)
})

describe("what the host says", () => {
  test("only its languages are spoken, the first of them to everybody else", async () => {
    const languages = ["de", "en-GB"]
    expect(htmlTag((await fetchPage("/signin", "fr", { languages })).html)).toContain('lang="de"')
    const british = await fetchPage("/signin", "en-US", { languages })
    expect(htmlTag(british.html)).toContain('lang="en-GB"')
    expect(british.html).toContain("Sign in to Acme")
  })

  test("its own sentences take the place of ours, in their language alone", async () => {
    const config = { messages: { de: { signIn: { title: "Servus bei {site}" } } } }
    expect((await fetchPage("/signin", "de", config)).html).toContain("Servus bei Acme")
    expect((await fetchPage("/signin", "de", config)).html).toContain("Anmelden")
    expect((await fetchPage("/signin", "en", config)).html).toContain("Sign in to Acme")
  })

  test("a whole catalogue adds a language", async () => {
    const { html } = await fetchPage("/signin", "en-XA", { messages: { "en-XA": pseudo } })
    expect(htmlTag(html)).toBe('<html lang="en-XA" dir="ltr">')
    expect(html).toContain("[Sïgñ ïñ tö Acme")
  })

  test.each([[["not a tag"]], [[]]])("languages of %j are a mistake of the configuration", async (languages) => {
    expect((await fetchPage("/signin", "en", { languages })).status).toBe(500)
  })
})
