import { signInProps } from "../../auth.ts"
import type { PageServerLoad } from "./$types"

export const load: PageServerLoad = async (event) => ({ card: await signInProps(event) })
