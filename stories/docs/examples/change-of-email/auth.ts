import { MemoryAdapter } from "latchkit/adapters/memory"
import { Nodemailer, Password } from "latchkit/providers"
import { createAuth } from "latchkit/server"

export const auth = createAuth({
  siteName: "Acme",
  adapter: MemoryAdapter(), // loses all users when it stops: use a database
  providers: [
    Password(),
    Nodemailer({ server: process.env["SMTP_URL"], from: "Acme <hello@acme.example>" }),
  ],
  account: { changeEmail: true }, // the default with these providers
})
