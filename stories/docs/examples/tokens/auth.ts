import { GitHub } from "latchkit/providers/github"
import { createAuth, defineConfig } from "latchkit/server"

export const config = defineConfig({
  providers: [GitHub()],
  session: { bearer: true },
})

export const auth = createAuth(config)
