import { describe, expect, test } from "vitest"
import { signedInName } from "../../test-kit/oauth-service.ts"
import { quickest } from "../../test-kit/quickest.ts"
import { emailService, requestEmail } from "../../test-kit/email-service.ts"
import { GRACE, NEW_PASSWORD, passwordAccountService, signedIn } from "../../test-kit/password-account-service.ts"

/** How mail programs alter a link. */
const ALTERATIONS: Record<string, (link: string) => string> = {
  "the period of a sentence": (link) => `${link}.`,
  "the > of <link>": (link) => `${link}>`,
  "an encoded >": (link) => `${link}%3E`,
  "a closing parenthesis and a comma": (link) => `${link}),`,
  "a space": (link) => `${link}%20`,
  "a line break": (link) => `${link}%0D%0A`,
  "the = of quoted-printable": (link) => `${link}=`,
  "HTML's &amp;": (link) => link.replaceAll("&", "&amp;"),
  "&amp; and a quotation mark": (link) => `${link.replaceAll("&", "&amp;")}%22`,
}

/** Returns the hidden fields of a page's form. */
async function fieldsOf(page: Response): Promise<Record<string, string>> {
  const inputs = [...(await page.text()).matchAll(/<input[^>]*name="([^"]+)"[^>]*value="([^"]*)"/g)]
  return Object.fromEntries(inputs.map(([, name = "", value = ""]) => [name, value.replaceAll("&#38;", "&")]))
}

describe.each(Object.entries(ALTERATIONS))("a link with %s", (_, alter) => {
  test.each([true, false])("signs in, in the browser that requested it: %s", async (isSame) => {
    const { from, newest } = emailService()
    const browser = from("203.0.113.7")
    await requestEmail(browser, "ada@app.test", { callbackUrl: "/notes?a=1&b=2" })
    const opening = isSame ? browser : from("203.0.113.8")
    const { url } = newest()
    const opened = await opening.get(alter(url))
    const answer = isSame ? opened : await opening.post("/callback/email", await fieldsOf(opened))
    expect(answer.headers.get("location")).toBe("https://app.test/notes?a=1&b=2")
    expect(await signedInName(opening)).toBe("ada@app.test")
  })
})

test.each([".", ">", "=", "%20"])("the link of a new password works with %s at its end", async (around) => {
  const { browser, forgot, signUp, post, signIn } = passwordAccountService()
  await signUp(browser())
  const { url } = await forgot(browser())
  const grace = browser()
  const page = await grace.send(new URL((await grace.get(`${url}${around}`)).headers.get("location") ?? "", url).href)
  await post(grace, "/reset-password", { ...(await fieldsOf(page)), password: NEW_PASSWORD })
  const later = browser()
  await signIn(later, { ...GRACE, password: NEW_PASSWORD })
  expect(await signedIn(later)).toBe(GRACE.email)
})

test("a link that a program filled with periods is read in linear time (threat 286)", async () => {
  const browser = emailService().from("203.0.113.7")
  const open = (letter: string) =>
    quickest(async () => void (await browser.get(`/callback/email?email=ada@app.test&token=${letter.repeat(7900)}x`)))
  const [plain, periods] = [await open("a"), await open(".")]
  expect(periods).toBeLessThan(plain + 40) // a regular expression took hundreds of milliseconds
})
