import NextAuth from "next-auth"
import Credentials from "next-auth/providers/credentials"
import GitHub from "next-auth/providers/github"
import Google from "next-auth/providers/google"
import { SessionProvider, signIn as enter, useSession } from "next-auth/react"
import { Counter } from "./plain.tsx"

export const { handlers, auth, signIn, signOut } = NextAuth({
  providers: [GitHub, Google, Credentials({ authorize: () => ({ id: "1", name: "Ada" }) })],
})

export function App() {
  return (
    <SessionProvider>
      <Counter />
      <Name />
      <button onClick={() => void enter("github")}>Sign in</button>
    </SessionProvider>
  )
}

function Name() {
  const { data } = useSession()
  return <p>{data?.user?.name}</p>
}
