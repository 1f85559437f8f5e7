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
  account: { newDeviceEmail: true },
  callbacks: {
    // Your proxy's header, or a lookup of your own
    place: ({ request }) => request.headers.get("cf-ipcity"),
  },
})

export const auth = createAuth(config)
