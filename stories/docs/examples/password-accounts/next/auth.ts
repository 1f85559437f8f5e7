import { MemoryAdapter } from "latchkit/adapters/memory"
import { NextAuth } from "latchkit/next"
import { Nodemailer, Password } from "latchkit/providers"

export const { handlers, auth } = NextAuth({
  siteName: "Acme",
  adapter: MemoryAdapter(), // loses all users when it stops: use a database
  providers: [
    Password({ fields: { name: { autocomplete: "name" } } }),
    Nodemailer({ server: process.env["SMTP_URL"], from: "Acme <hello@acme.example>" }),
  ],
})
