import { Activity, memo, StrictMode, Suspense, useEffect, useRef, type ReactNode } from "react"

import type { AuthClientOptions } from "../../../client/core/client.ts"
import { SessionProvider, useSession, useSuspenseSession } from "../../../client/react.tsx"
import { useSessionValue, useUser } from "../../../components/react/use-session-value.ts"
import type { QueryAppOptions } from "./prepare-query.ts"
import { QuerySessionProvider } from "./react-query.tsx"

interface Asked {
  required?: boolean | undefined
}

interface Shown extends Asked, QueryAppOptions {
  /** Once more, in a boundary: inside the provider, or outside it. */
  suspense?: "outside" | boolean
  /** Two providers, one inside the other. */
  twice?: boolean
  /** Whether `<Activity>` shows or hides the page. */
  activity?: "visible" | "hidden"
  /** Whether it shows the user by `useUser` and `useSessionValue` too. */
  values?: boolean
}

function Who({ required }: Asked) {
  const { status, data, error, expiresSoon } = useSession(required ? { required } : {})
  const renders = useRef(0)
  useEffect(() => {
    renders.current++
    document.documentElement.dataset["renders"] = String(renders.current)
  })
  return (
    <p id="who" data-error={error?.message} data-soon={expiresSoon}>
      {status}: {data?.user?.name ?? "nobody"}
    </p>
  )
}

function Awaited() {
  const session = useSuspenseSession()
  return <p id="awaited">{session?.user?.name ?? "nobody"}</p>
}

const Values = memo(() => {
  const user = useUser()
  const renders = useRef(0)
  useEffect(() => {
    renders.current++
    document.documentElement.dataset["valueRenders"] = String(renders.current)
  })
  return <p id="user">{user?.name ?? String(user)}</p>
})

const NewValues = memo(() => {
  const { soon } = useSessionValue(({ expiresSoon }) => ({ soon: expiresSoon }))
  return <p id="soon">{String(soon)}</p>
})

function Boundary({ on, children }: { on: boolean; children: ReactNode }) {
  return on ? <Suspense fallback={<p id="awaited">waiting</p>}>{children}</Suspense> : children
}

/** A page that shows who is signed in. */
export function App({ required, suspense, twice, activity, values, ...options }: AuthClientOptions & Shown) {
  const { query, gone, ...plain } = options
  const provide = (children: ReactNode) =>
    query ? (
      <QuerySessionProvider {...options}>{children}</QuerySessionProvider>
    ) : (
      !gone && <SessionProvider {...plain}>{children}</SessionProvider>
    )
  const page = provide(
    <>
      <Who required={required} />
      {values && <Values />}
      {values && <NewValues />}
      {suspense && (
        <Boundary on={suspense === true}>
          <Awaited />
        </Boundary>
      )}
    </>,
  )
  return (
    <StrictMode>
      <Boundary on={suspense === "outside"}>
        {activity ? <Activity mode={activity}>{page}</Activity> : twice ? provide(page) : page}
      </Boundary>
    </StrictMode>
  )
}
