import { component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"

export { membersOnly as onRequest } from "../../members-only.ts"

export const head: DocumentHead = { title: "Members only · Harbour" }

export default component$(() => (
  <>
    <h1>Members only</h1>
    <p>The tide turns at noon.</p>
  </>
))
