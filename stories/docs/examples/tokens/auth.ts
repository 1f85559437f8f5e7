import { MemoryAdapter } from "latchkit/adapters/memory"
import { GitHub } from "latchkit/providers/github"
import { createAuth, defineConfig } from "latchkit/server"

export const config = defineConfig({
  adapter: MemoryAdapter(), // SqlAdapter in production
  providers: [GitHub()],
  session: { bearer: true },
})

export const auth = createAuth(config)
