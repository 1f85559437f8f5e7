import { signIn, signOut, useSession } from "latchkit/react"

export function AccountButton() {
  const { status, data } = useSession()
  if (status === "loading") return null
  return data ? (
    <button onClick={() => signOut()}>Sign out {data.user?.name}</button>
  ) : (
    <button onClick={() => signIn("github")}>Continue with GitHub</button>
  )
}
