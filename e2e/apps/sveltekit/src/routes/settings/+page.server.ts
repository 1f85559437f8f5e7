import { accountProps } from "../../auth.ts"
import { memberOf } from "../../members-only.ts"
import type { PageServerLoad } from "./$types"

export const load: PageServerLoad = async (event) => {
  const session = await memberOf(event)
  return { session, card: await accountProps(event) }
}
