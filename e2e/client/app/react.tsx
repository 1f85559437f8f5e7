import { StrictMode, useEffect, useRef } from "react"

import type { AuthClientOptions } from "../../../client/client.ts"
import { SessionProvider, useSession } from "../../../client/react.tsx"

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

/** A page that shows who is signed in. */
export function App({ required, ...options }: AuthClientOptions & Asked) {
  return (
    <StrictMode>
      <SessionProvider {...options}>
        <Who required={required} />
      </SessionProvider>
    </StrictMode>
  )
}
