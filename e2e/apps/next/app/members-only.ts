import { redirect } from "next/navigation"

import { auth } from "../auth.ts"

/** The session of a member; a visitor is sent to sign in. Each page asks for itself: a proxy can be gone around. */
export async function memberOf(path: string) {
  const session = await auth()
  return session ?? redirect(`/api/auth/signin?${new URLSearchParams({ callbackUrl: path })}`)
}
