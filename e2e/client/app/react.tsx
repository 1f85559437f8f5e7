import { StrictMode, Suspense, useEffect, useRef } from "react"

import type { AuthClientOptions } from "../../../client/client.ts"
import { SessionProvider, useSession, useSuspenseSession } from "../../../client/react.tsx"

interface Asked {
  required?: boolean | undefined
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

/** A page that shows who is signed in; `suspense` shows it once more, in a boundary. */
export function App({ required, suspense, ...options }: AuthClientOptions & Asked & { suspense?: boolean }) {
  return (
    <StrictMode>
      <SessionProvider {...options}>
        <Who required={required} />
        {suspense && (
          <Suspense fallback={<p id="awaited">waiting</p>}>
            <Awaited />
          </Suspense>
        )}
      </SessionProvider>
    </StrictMode>
  )
}
