import { StrictMode, Suspense, useEffect, useRef } from "react"

import type { AuthClientOptions } from "../../../client/core/client.ts"
import { SessionProvider, useSession, useSuspenseSession } from "../../../client/react.tsx"
import { QuerySessionProvider } from "./react-query.tsx"

interface Asked {
  required?: boolean | undefined
}

interface Shown extends Asked {
  /** Once more, in a boundary. */
  suspense?: boolean
  /** Once more, as a query. */
  query?: boolean
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

/** A page that shows who is signed in. */
export function App({ required, suspense, query, ...options }: AuthClientOptions & Shown) {
  const Provider = query ? QuerySessionProvider : SessionProvider
  return (
    <StrictMode>
      <Provider {...options}>
        <Who required={required} />
        {suspense && (
          <Suspense fallback={<p id="awaited">waiting</p>}>
            <Awaited />
          </Suspense>
        )}
      </Provider>
    </StrictMode>
  )
}
