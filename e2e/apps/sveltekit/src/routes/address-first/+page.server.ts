import { signIn, signInProps } from "../../auth.ts"
import type { Actions, PageServerLoad } from "./$types"

export const load: PageServerLoad = async (event) => ({ card: await signInProps(event) })

export const actions: Actions = { default: signIn }
