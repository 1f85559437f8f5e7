import { useRouter } from "next/router"
import { signIn } from "next-auth/react"
import { useState, type FormEvent } from "react"

export default function Login() {
  const router = useRouter()
  const [error, setError] = useState<string>()
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const result = await signIn("credentials", {
      email: String(form.get("email")),
      password: String(form.get("password")),
      redirect: false,
    })
    if (result?.ok) router.push("/")
    else setError(result?.error ?? "unknown")
  }
  return (
    <form onSubmit={submit}>
      {error && <p>Failed: {error}</p>}
      <input name="email" />
      <input name="password" type="password" />
      <button>Log in</button>
    </form>
  )
}
