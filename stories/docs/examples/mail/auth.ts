import { MemoryAdapter } from "latchkit/adapters/memory"
import { Nodemailer } from "latchkit/providers"
import { createAuth, defineConfig } from "latchkit/server"

export const config = defineConfig({
  siteName: "Acme",
  adapter: MemoryAdapter(), // stores links and codes until they are used
  providers: [
    Nodemailer({ server: process.env["SMTP_URL"], from: "Acme <hello@acme.example>" }),
  ],
})

export const auth = createAuth(config)
