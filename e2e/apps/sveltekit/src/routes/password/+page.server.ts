import { signIn } from "../../auth.ts"
import type { Actions, PageServerLoad } from "./$types"

export const load: PageServerLoad = ({ url }) => ({ redirectTo: url.searchParams.get("redirectTo") ?? "/account" })

export const actions: Actions = { default: signIn }
