import { component$ } from "@builder.io/qwik"
import { Form } from "@builder.io/qwik-city"
import { useSignIn } from "../plugin@auth"

export default component$(() => {
  const signIn = useSignIn()
  return (
    <>
      <h1>Log in</h1>
      <Form action={signIn}>
        <input type="hidden" name="providerId" value="credentials" />
        <input type="hidden" name="options.redirectTo" value="/members/" />
        <label>
          Name <input name="options.name" />
        </label>
        <label>
          Password <input name="options.password" type="password" />
        </label>
        <button>Log in</button>
      </Form>
    </>
  )
})
