import { MemoryAdapter } from "latchkit/adapters/memory"
import { Nodemailer, Password } from "latchkit/providers"
import { defineConfig } from "latchkit/server"

export const config = defineConfig({
  siteName: "Acme",
  adapter: MemoryAdapter(), // loses all users when it stops: use a database
  providers: [
    Password(),
    Nodemailer({
      server: process.env["SMTP_URL"],
      from: "Acme <hello@acme.example>",
      signIn: false,
    }),
  ],
})
