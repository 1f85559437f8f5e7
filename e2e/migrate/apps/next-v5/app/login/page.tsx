import { withGitHub } from "../actions"
import { LoginForm } from "./login-form"

export default async function Login({ searchParams }: { searchParams: Promise<{ callbackUrl?: string }> }) {
  const { callbackUrl = "/dashboard" } = await searchParams
  return (
    <main>
      <h1>Log in</h1>
      <LoginForm callbackUrl={callbackUrl} />
      <form action={withGitHub}>
        <button>GitHub</button>
      </form>
    </main>
  )
}
