import { Credentials } from "latchkit/providers/credentials"
import { createAuth, defineConfig } from "latchkit/server"
import { memberWith, passwordVersionOf } from "./members.ts"

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
      // only the declared fields arrive here; answer a user with an id, or null to refuse
      authorize: ({ email = "", password = "" }) => memberWith(email, password),
      // a browser that signed in with an older password loses its own rate limit
      passwordVersion: ({ email = "" }) => passwordVersionOf(email),
    }),
  ],
})

export const auth = createAuth(config)
