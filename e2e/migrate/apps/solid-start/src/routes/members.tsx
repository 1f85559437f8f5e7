import { createAsync } from "@solidjs/router"
import { getUser } from "~/session"

export default function Members() {
  const session = createAsync(() => getUser(true), { deferStream: true })
  return <h1>Books of {session()?.user?.name}</h1>
}
