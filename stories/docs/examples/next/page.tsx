import { auth } from "./auth.ts"

export default async function Page() {
  const session = await auth()
  if (!session) return <a href="/api/auth/signin">Sign in</a>
  return (
    <p>
      Hello {session.user?.name}. <a href="/api/auth/signout">Sign out</a>
    </p>
  )
}
