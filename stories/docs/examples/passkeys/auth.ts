import { MemoryAdapter } from "latchkit/adapters/memory"
import { GitHub } from "latchkit/providers/github"
import { Passkey } from "latchkit/providers/passkey"
import { createAuth, defineConfig } from "latchkit/server"

export const config = defineConfig({
  siteName: "Acme",
  adapter: MemoryAdapter(), // SqlAdapter in production: public keys are stored with the user
  providers: [GitHub(), Passkey()],
})

export const auth = createAuth(config)
