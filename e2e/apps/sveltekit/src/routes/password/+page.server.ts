import { fail } from "@sveltejs/kit"
import { CredentialsSignin } from "latchkit/server"
import { signIn } from "../../auth.ts"
import type { Actions, PageServerLoad } from "./$types"

export const load: PageServerLoad = ({ url }) => ({ redirectTo: url.searchParams.get("redirectTo") ?? "/account" })

export const actions: Actions = {
  default: async (event) => {
    try {
      return await signIn(event)
    } catch (error) {
      if (!(error instanceof CredentialsSignin)) throw error
      return fail(401, { failed: true, fieldErrors: {}, formErrors: ["That email and password do not match."] })
    }
  },
}
