import type { EmailConfig } from "../types.ts"
import { createHttpEmail, parseSender, type MailOptions } from "./http.ts"

/** Sends sign-in emails through [SendGrid](https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send). */
export function SendGrid(options: MailOptions): EmailConfig {
  return createHttpEmail("sendgrid", options, ({ apiKey, from, to, subject, html, text }) => {
    const { name, address } = parseSender(from)
    return {
      url: "https://api.sendgrid.com/v3/mail/send",
      headers: { authorization: `Bearer ${apiKey}` },
      body: {
        personalizations: [{ to: [{ email: to }] }],
        from: { email: address, ...(name && { name }) },
        subject,
        content: [
          { type: "text/plain", value: text },
          { type: "text/html", value: html },
        ],
        // A tracking host would open the link, and use it up
        tracking_settings: { click_tracking: { enable: false, enable_text: false }, open_tracking: { enable: false } },
      },
    }
  })
}

export default SendGrid
