/** @jsxImportSource @builder.io/qwik */
import { component$, useVisibleTask$ } from "@builder.io/qwik"

import type { SessionProviderProps } from "../../../client/session.qwik.tsx"
import { SessionProvider, useSession } from "../../../client/session.qwik.tsx"
import { expose } from "./prepare.ts"

interface Asked {
  required?: boolean
}

const Who = component$<Asked>(({ required }) => {
  const session = useSession(required ? { required } : {})
  useVisibleTask$(
    ({ track }) => {
      track(() => session.data)
      const { dataset } = document.documentElement
      dataset["renders"] = String(Number(dataset["renders"] ?? 0) + 1)
    },
    { strategy: "document-ready" },
  )
  return (
    <p id="who" data-error={session.error?.message} data-soon={String(session.expiresSoon)}>
      {`${session.status}: ${session.data?.user?.name ?? "nobody"}`}
    </p>
  )
})

/** A page that shows who is signed in. */
export const App = component$<SessionProviderProps & Asked>(({ required, ...options }) => {
  useVisibleTask$(() => expose(), { strategy: "document-ready" })
  return (
    <SessionProvider {...options}>
      <Who {...(required && { required })} />
    </SessionProvider>
  )
})
