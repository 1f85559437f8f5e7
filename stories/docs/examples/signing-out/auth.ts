import { MemoryAdapter } from "latchkit/adapters/memory"
import { OIDC } from "latchkit/providers"
import { createAuth, defineConfig } from "latchkit/server"

export const config = defineConfig({
  adapter: MemoryAdapter(), // SqlAdapter in production
  providers: [
    OIDC({
      id: "acme",
      issuer: "https://login.acme.example",
      endSession: true, // or the URL, if the discovery document doesn't name it
      backchannelLogout: true,
    }),
  ],
})

export const auth = createAuth(config)
