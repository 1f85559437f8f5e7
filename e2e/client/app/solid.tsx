/** @jsxImportSource solid-js */
import type { AuthClientOptions } from "../../../client/client.ts"
import { SessionProvider, useSession } from "../../../client/solid.tsx"

function Who() {
  const session = useSession()
  return <p id="who">{`${session().status}: ${session().data?.user?.name ?? "nobody"}`}</p>
}

/** A page that shows who is signed in. */
export function App(options: AuthClientOptions) {
  return (
    <SessionProvider {...options}>
      <Who />
    </SessionProvider>
  )
}
