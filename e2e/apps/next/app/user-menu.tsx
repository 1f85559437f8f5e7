"use client"

import Link from "next/link"
import { useSession } from "latchkit/react"

import { leave } from "./actions.ts"

/** Shows the user in the header. */
export function UserMenu() {
  const { data } = useSession()
  return (
    <div className="site-user">
      {data ? (
        <>
          <span>{data.user?.name ?? data.user?.email}</span>
          <form action={leave}>
            <button className="site-button">Sign out</button>
          </form>
        </>
      ) : (
        <Link href="/login">Sign in</Link>
      )}
    </div>
  )
}
