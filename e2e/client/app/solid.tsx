/** @jsxImportSource solid-js */
import type { AuthClientOptions } from "../../../client/client.ts"
import { SessionProvider, useSession } from "../../../client/solid.tsx"

function Who(props: { required?: boolean | undefined }) {
  const session = useSession(props.required ? { required: true } : {})
  return <p id="who">{`${session().status}: ${session().data?.user?.name ?? "nobody"}`}</p>
}

/** A page that shows who is signed in. */
export function App(options: AuthClientOptions & { required?: boolean }) {
  return (
    <SessionProvider {...options}>
      <Who required={options.required} />
    </SessionProvider>
  )
}
