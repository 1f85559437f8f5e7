import { requireMember } from "../members-only.ts"

export default async function Protected() {
  await requireMember("/protected")
  return (
    <>
      <h1>Members only</h1>
      <p>The tide turns at noon.</p>
    </>
  )
}
