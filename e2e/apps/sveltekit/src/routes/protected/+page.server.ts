import { requireMember } from "../../members-only.ts"
import type { PageServerLoad } from "./$types"

// In the page and not in a layout, because a layout's load doesn't run again if only the page below it is loaded
export const load: PageServerLoad = async (event) => ({ session: await requireMember(event) })
