import { auth } from "./auth.ts"

export default async function Page() {
  const session = await auth()
  if (!session) return <a href="/api/auth/sign-up">Create an account</a>
  return <p>Hello {session.user?.name ?? session.user?.email}</p>
}
