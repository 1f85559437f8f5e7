import { GitHub } from "latchkit/providers/github"
import { createAuth, defineConfig } from "latchkit/server"

export const config = defineConfig({ siteName: "Acme", providers: [GitHub()] })

export const auth = createAuth(config)
