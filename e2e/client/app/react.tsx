import { useEffect, useRef, useState } from "react"

import type { AuthClientOptions } from "../../../client/client.ts"
import { SessionProvider, useSession } from "../../../client/react.tsx"

function Who() {
  const { status, data, error } = useSession()
  const renders = useRef(0)
  useEffect(() => {
    renders.current++
    document.documentElement.dataset["renders"] = String(renders.current)
  })
  return (
    <p id="who" data-error={error?.message}>
      {status}: {data?.user?.name ?? "nobody"}
    </p>
  )
}

/** A page that shows who is signed in. */
export function App(options: AuthClientOptions) {
  const [shown] = useState(true)
  return <SessionProvider {...options}>{shown && <Who />}</SessionProvider>
}
