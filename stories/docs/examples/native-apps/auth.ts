import { MemoryAdapter } from "latchkit/adapters/memory"
import { GitHub } from "latchkit/providers/github"
import { createAuth, defineConfig } from "latchkit/server"

export const config = defineConfig({
  adapter: MemoryAdapter(), // SqlAdapter in production
  providers: [GitHub()],
  nativeApps: {
    phone: {
      name: "Acme for phones",
      redirectUris: ["https://acme.example/phone/signed-in"],
    },
    "acme-cli": { name: "Acme CLI", redirectUris: ["http://127.0.0.1/signed-in"] },
  },
})

export const auth = createAuth(config)
