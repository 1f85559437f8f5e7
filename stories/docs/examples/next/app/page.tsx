import { Suspense } from "react"
import { auth } from "../auth.ts"

export default function Page() {
  return (
    <Suspense>
      <Greeting />
    </Suspense>
  )
}

async function Greeting() {
  const session = await auth()
  return <p>{session ? `Hello ${session.user?.email}` : "You are signed out"}</p>
}
