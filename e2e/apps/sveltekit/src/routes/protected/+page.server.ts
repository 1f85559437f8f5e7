import { memberOf } from "../../members-only.ts"
import type { PageServerLoad } from "./$types"

// In the page, not in a layout: a layout's load does not run again when only the page below it is asked for
export const load: PageServerLoad = async (event) => ({ session: await memberOf(event) })
