import { component$ } from "@builder.io/qwik"
import type { RequestHandler } from "@builder.io/qwik-city"
import type { Session } from "@auth/qwik"
import { useSession } from "../plugin@auth"

export const onRequest: RequestHandler = (event) => {
  const session: Session | null = event.sharedMap.get("session")
  if (!session || new Date(session.expires) < new Date()) throw event.redirect(302, "/login/")
}

export default component$(() => {
  const session = useSession()
  return <h1>Beds of {session.value?.user?.name}</h1>
})
