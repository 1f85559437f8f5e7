import { useSession } from "latchkit/react"

export function Greeting() {
  const { status, data } = useSession()
  if (status === "loading") return <p>One moment…</p>
  return <p>Hello {data?.user?.name ?? "stranger"}</p>
}
