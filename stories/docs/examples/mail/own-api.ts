import { Email } from "latchkit/providers"

/** Sends every email through an email API of your own. */
export const email = Email({
  async send({ to, subject, html, text }) {
    const response = await fetch("https://mail.acme.example/send", {
      method: "POST",
      headers: {
        "x-api-key": process.env["MAIL_KEY"] ?? "",
        "content-type": "application/json",
      },
      body: JSON.stringify({ from: "hello@acme.example", to, subject, html, text }),
    })
    if (!response.ok) throw new Error(`The email API responded with ${response.status}`)
  },
})
