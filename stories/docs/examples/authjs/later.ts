import { authjs } from "latchkit/migrate/authjs"
import { Credentials } from "latchkit/providers/credentials"
import { createAuth } from "latchkit/server"
import { github, password, secret } from "./shared.ts"

export const auth = createAuth({
  ...authjs({ seal: "latchkit" }), // when no instance of Auth.js runs anymore
  secret,
  providers: [github, Credentials(password)],
})

export const { handle } = auth
