/** @jsxImportSource @builder.io/qwik */
import { component$, useSignal, useVisibleTask$ } from "@builder.io/qwik"

import { useAccounts } from "../../../client/accounts.qwik.ts"
import type { SessionProviderProps } from "../../../client/session.qwik.tsx"
import { SessionProvider, useSession } from "../../../client/session.qwik.tsx"
import { expose, watchOptions } from "./prepare.ts"

interface Asked {
  required?: boolean
  /** Whether the page lists the browser's accounts. */
  accounts?: boolean
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

const Accounts = component$(() => {
  const { status, accounts, switchTo, signOut } = useAccounts()
  return (
    <ul data-status={status}>
      {accounts?.map(({ id, name, active }) => (
        <li key={id} aria-current={active}>
          {name}
          <button onClick$={() => switchTo(id)}>Switch to {name}</button>
          <button onClick$={() => signOut(id)}>Sign {name} out</button>
        </li>
      ))}
    </ul>
  )
})

/** A page that shows who is signed in. Qwik follows only the props that a component had from the start. */
export const App = component$<SessionProviderProps & Asked>(({ required, accounts, ...options }) => {
  const interval = useSignal(options.refetchInterval)
  const base = useSignal(options.basePath)
  useVisibleTask$(
    () => {
      expose()
      watchOptions(({ refetchInterval = interval.value, basePath = base.value }: SessionProviderProps) => {
        interval.value = refetchInterval
        base.value = basePath
      })
    },
    { strategy: "document-ready" },
  )
  return (
    <SessionProvider {...options} refetchInterval={interval.value || undefined} basePath={base.value}>
      <Who {...(required && { required })} />
      {accounts && <Accounts />}
    </SessionProvider>
  )
})
