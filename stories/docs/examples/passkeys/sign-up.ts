import { MemoryAdapter } from "latchkit/adapters/memory"
import { Nodemailer, Passkey } from "latchkit/providers"
import { createAuth } from "latchkit/server"

export const auth = createAuth({
  siteName: "Acme",
  adapter: MemoryAdapter(), // SqlAdapter in production
  providers: [
    Passkey({ signUp: true }),
    Nodemailer({ server: process.env["SMTP_URL"], from: "Acme <hello@acme.example>" }),
  ],
})
