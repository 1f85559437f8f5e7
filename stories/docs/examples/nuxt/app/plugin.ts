import { defineNuxtPlugin, useRequestEvent, useState } from "#imports"
import { createClient, type Session } from "latchkit"

/** Provides `$session`. In the browser, it follows sign-ins and sign-outs in every tab. */
export default defineNuxtPlugin(() => {
  const session = useState<Session | null>("session", () => {
    return useRequestEvent()?.context.session ?? null
  })
  if (import.meta.client) {
    const { store } = createClient({ session: session.value })
    store.subscribe(() => (session.value = store.get().data ?? null))
  }
  return { provide: { session } }
})
