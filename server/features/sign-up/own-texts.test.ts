import { expect, test } from "vitest"
import { ACME } from "../../test-kit/oauth-service.ts"
import { GRACE, passwordAccountService } from "../../test-kit/password-account-service.ts"

const COMPANY = { en: "Company", de: "Firma" }
const acme = { ...ACME, label: { en: "Acme account", de: "Acme-Konto" } }

test.each([
  ["en", "Company", "such as Acme", "Acme account"],
  ["de-CH", "Firma", "z. B. Acme", "Acme-Konto"],
])(
  "the sign-up form has the app's own texts in the language of the browser: %s",
  async (lang, label, placeholder, name) => {
    const field = { label: COMPANY, placeholder: { en: "such as Acme", de: "z. B. Acme" } }
    const { browser, post, auth, newest } = passwordAccountService({
      password: { fields: { company: field } },
      providers: [acme],
    })
    const grace = browser({ "accept-language": lang })
    const json = await (await grace.get("/sign-up", { accept: "application/json" })).json()
    expect(json).toMatchObject({
      fields: { company: { label, placeholder } },
      providers: expect.arrayContaining([expect.objectContaining({ name })]),
    })
    await auth.invite({ email: "ada@app.test" })
    const invited = browser({ "accept-language": lang })
    await invited.get((await newest("invitation")).url)
    const pages = [
      await grace.get("/sign-up"),
      await post(grace, "/sign-up", { ...GRACE, password: "short" }),
      await invited.get("/sign-up?status=confirm"),
    ]
    for (const page of pages) {
      const html = await page.text()
      expect(html).toContain(`>${label}<`)
      expect(html).toContain(`placeholder="${placeholder}"`)
      expect(html).not.toContain("[object")
    }
  },
)
