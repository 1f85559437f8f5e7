import { betterAuth } from "better-auth"
import { twoFactor } from "better-auth/plugins"
import { twoFactorClient } from "better-auth/client/plugins"
import { createAuthClient } from "better-auth/react"
import { DatabaseSync } from "node:sqlite"
import { Counter } from "./plain.tsx"

export const auth = betterAuth({
  appName: "Acme",
  database: new DatabaseSync(":memory:"),
  emailAndPassword: { enabled: true },
  socialProviders: {
    github: { clientId: "id", clientSecret: "secret" },
    google: { clientId: "id", clientSecret: "secret" },
  },
  plugins: [twoFactor()],
})

const client = createAuthClient({ plugins: [twoFactorClient()] })

export function App() {
  const { data } = client.useSession()
  return (
    <>
      <Counter />
      <p>{data?.user.name}</p>
      <button onClick={() => void client.signIn.social({ provider: "github" })}>Sign in</button>
    </>
  )
}
