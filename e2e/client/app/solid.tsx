/** @jsxImportSource solid-js */
import { createEffect } from "solid-js"
import { Dynamic } from "solid-js/web"

import type { AuthClientOptions } from "../../../client/core/client.ts"
import { SessionProvider, useSession } from "../../../client/solid.tsx"
import { QuerySessionProvider } from "./solid-query.tsx"

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

/** A page that shows who is signed in; `query` shows it once more, as a query. */
export function App(options: AuthClientOptions & { required?: boolean; query?: boolean }) {
  return (
    <Dynamic component={options.query ? QuerySessionProvider : SessionProvider} {...options}>
      <Who required={options.required} />
    </Dynamic>
  )
}
