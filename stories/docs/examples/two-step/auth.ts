import { MemoryAdapter } from "latchkit/adapters/memory"
import { Nodemailer } from "latchkit/providers"
import { GitHub } from "latchkit/providers/github"
import { createAuth, defineConfig } from "latchkit/server"

export const config = defineConfig({
  siteName: "Acme",
  adapter: MemoryAdapter(), // or any adapter with account records
  providers: [
    GitHub(),
    Nodemailer({ server: process.env["SMTP_URL"], from: "Acme <hello@acme.example>" }),
  ],
  secondFactor: {
    // Who must have one. Users without one set it up while they sign in
    required: ({ user }) => user.email?.endsWith("@acme.example") ?? false,
    trustDevice: { maxAge: 14 * 24 * 60 * 60 },
  },
})

export const auth = createAuth(config)
