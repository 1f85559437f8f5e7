import { MemoryAdapter } from "latchkit/adapters/memory"
import { Nodemailer, Password } from "latchkit/providers"
import { SvelteKitAuth } from "latchkit/sveltekit"

export const { handle, getSession } = SvelteKitAuth({
  siteName: "Acme",
  adapter: MemoryAdapter(), // loses all users when it stops: use a database
  providers: [
    Password({ fields: { name: { autocomplete: "name" } } }),
    Nodemailer({ server: process.env["SMTP_URL"], from: "Acme <hello@acme.example>" }),
  ],
})
