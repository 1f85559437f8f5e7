import { Account } from "latchkit/react"

import { accountProps } from "../../auth.ts"
import { requireMember } from "../members-only.ts"

type Query = Promise<Record<string, string | string[] | undefined>>

export default async function Settings({ searchParams }: { searchParams: Query }) {
  await requireMember("/settings")
  return (
    <div className="site-card">
      <Account {...await accountProps("/settings", await searchParams)} />
    </div>
  )
}
