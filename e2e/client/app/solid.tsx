/** @jsxImportSource solid-js */
import { createEffect, Show, type JSX } from "solid-js"
import { Dynamic } from "solid-js/web"

import type { AuthClientOptions } from "../../../client/core/client.ts"
import { SessionProvider, useSession } from "../../../client/solid.tsx"
import type { QueryAppOptions } from "./prepare-query.ts"
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

function PlainProvider(props: AuthClientOptions & QueryAppOptions & { children: JSX.Element }) {
  return (
    <Show when={!props.gone}>
      <SessionProvider {...props} />
    </Show>
  )
}

type Shown = AuthClientOptions & QueryAppOptions & { required?: boolean; twice?: boolean }

function Provided(options: Shown) {
  return (
    <Dynamic component={options.query ? QuerySessionProvider : PlainProvider} {...options}>
      <Who required={options.required} />
    </Dynamic>
  )
}

/** A page that shows who is signed in; `query` shows it once more, as a query, and `twice` has two providers. */
export function App(options: Shown) {
  return (
    <Show when={options.twice} fallback={<Provided {...options} />}>
      <Dynamic component={options.query ? QuerySessionProvider : PlainProvider} {...options}>
        <Provided {...options} />
      </Dynamic>
    </Show>
  )
}
