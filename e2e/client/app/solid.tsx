/** @jsxImportSource solid-js */
import { createEffect } from "solid-js"

import type { AuthClientOptions } from "../../../client/client.ts"
import { SessionProvider, useSession } from "../../../client/solid.tsx"

function Who(props: { required?: boolean | undefined }) {
  const session = useSession(props.required ? { required: true } : {})
  createEffect(() => {
    session()
    const { dataset } = document.documentElement
    dataset["renders"] = String(Number(dataset["renders"] ?? 0) + 1)
  })
  return (
    <p id="who" data-error={session().error?.message} data-soon={session().expiresSoon}>
      {`${session().status}: ${session().data?.user?.name ?? "nobody"}`}
    </p>
  )
}

/** A page that shows who is signed in. */
export function App(options: AuthClientOptions & { required?: boolean }) {
  return (
    <SessionProvider {...options}>
      <Who required={options.required} />
    </SessionProvider>
  )
}
