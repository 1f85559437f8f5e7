import { Credentials } from "latchkit/providers/credentials"
import { createAuth, defineConfig } from "latchkit/server"
import { memberWith, findPasswordVersion } from "./members.ts"

export const config = defineConfig({
  siteName: "Acme",
  providers: [
    Credentials({
      name: "password",
      credentials: {
        email: { label: "Email", type: "email", autocomplete: "username", required: true },
        password: {
          label: "Password",
          type: "password",
          autocomplete: "current-password",
          required: true,
        },
      },
      // Only declared fields arrive here. Return a user with an id, or null to reject
      authorize: ({ email = "", password = "" }) => memberWith(email, password),
      // A browser that signed in with an older password loses its own rate limit
      passwordVersion: ({ email = "" }) => findPasswordVersion(email),
    }),
  ],
})

export const auth = createAuth(config)
