import { redirect } from "next/navigation"

import { auth } from "../auth.ts"

/** Returns the member's session, or redirects to the sign-in page. Each page calls it, because a proxy can be bypassed. */
export async function requireMember(path: string) {
  const session = await auth()
  return session ?? redirect(`/api/auth/signin?${new URLSearchParams({ callbackUrl: path })}`)
}
