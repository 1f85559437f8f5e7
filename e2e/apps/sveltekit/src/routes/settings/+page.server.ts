import { accountProps } from "../../auth.ts"
import { requireMember } from "../../members-only.ts"
import type { PageServerLoad } from "./$types"

export const load: PageServerLoad = async (event) => {
  const session = await requireMember(event)
  return { session, card: await accountProps(event) }
}
