import { component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { signOutCard } from "latchkit/html"
import { useSignOut } from "../plugin@auth.ts"

export const head: DocumentHead = { title: "Sign out · Harbour" }

export default component$(() => {
  const { actionPath: action, value: result } = useSignOut()
  return <div class="site-card" dangerouslySetInnerHTML={signOutCard({ callbackUrl: "/", action, result })} />
})
