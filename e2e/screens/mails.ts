import type { Browser } from "@playwright/test"
import { catalogFor } from "../../components/view/messages/languages.ts"
import { MAIL_KINDS, sampleMail } from "../../server/providers/email/mails.fixture.ts"
import type { Look, Shoot } from "./looks.ts"

/** Every email in English, and the sign-in email from right to left. */
export async function shootMails(browser: Browser, look: Look, shoot: Shoot): Promise<void> {
  const context = await browser.newContext(look)
  const page = await context.newPage()
  const [en, ar] = [await catalogFor("en"), await catalogFor("ar")]
  for (const kind of MAIL_KINDS) {
    await page.setContent(sampleMail(kind, en).html)
    await shoot(page, `email, ${kind}`)
  }
  await page.setContent(sampleMail("sign-in", ar).html)
  await shoot(page, "email, sign-in in Arabic")
  await context.close()
}
