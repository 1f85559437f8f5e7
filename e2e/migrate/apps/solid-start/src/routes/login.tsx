import { signIn } from "@auth/solid-start/client"

export default function Login() {
  const logIn = async (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    await signIn("credentials", {
      name: fields.get("name"),
      password: fields.get("password"),
      callbackUrl: "/members",
    })
  }
  return (
    <>
      <h1>Log in</h1>
      <form onSubmit={logIn}>
        <label>
          Name <input name="name" />
        </label>
        <label>
          Password <input name="password" type="password" />
        </label>
        <button>Log in</button>
      </form>
    </>
  )
}
