import { component$ } from "@builder.io/qwik"
import { useSession } from "./plugin@auth.ts"

export default component$(() => {
  const session = useSession()
  return (
    <>
      <h1>Everybody can read this</h1>
      <p>{session.value ? `Signed in as ${session.value.user?.name}.` : "You are signed out."}</p>
    </>
  )
})
