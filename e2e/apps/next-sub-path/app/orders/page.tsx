import { requireAuth } from "../../auth.ts"

/** A page that doesn't say where it is. */
export default async function Orders() {
  const session = await requireAuth()
  return <h1>Orders of {session.user?.name}</h1>
}
