import type { Browser } from "@playwright/test"
import { catalogFor } from "../../components/view/messages/languages.ts"
import { MAIL_KINDS, sampleMail } from "../../server/providers/email/mails.fixture.ts"
import type { Look, Shoot } from "./looks.ts"

/** Every email in the look's language. */
export async function shootMails(browser: Browser, look: Look, shoot: Shoot): Promise<void> {
  const context = await browser.newContext(look.context)
  const page = await context.newPage()
  const messages = await catalogFor(look.globals.language ?? "en")
  for (const kind of MAIL_KINDS) {
    await page.setContent(sampleMail(kind, messages).html)
    await shoot(page, `email, ${kind}`)
  }
  await context.close()
}
