import { MemoryAdapter } from "latchkit/adapters/memory"
import { GitHub } from "latchkit/providers/github"
import { createAuth, defineConfig } from "latchkit/server"

export const config = defineConfig({
  adapter: MemoryAdapter(), // or any adapter with account records
  providers: [GitHub()],
  session: { deviceBound: true },
})

export const auth = createAuth(config)
