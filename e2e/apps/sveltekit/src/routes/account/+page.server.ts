import { redirect } from "@sveltejs/kit"
import { signInProps, updateSession } from "../../auth.ts"
import { requireMember } from "../../members-only.ts"
import type { Actions, PageServerLoad } from "./$types"

export const load: PageServerLoad = async (event) => {
  const session = await requireMember(event)
  const { csrfToken } = await signInProps(event)
  return { session, csrfToken }
}

export const actions: Actions = {
  default: async (event) => {
    if (!(await event.locals.auth())) redirect(303, "/auth/signin?callbackUrl=%2Faccount")
    const form = await event.request.formData()
    await updateSession(event, { user: { name: String(form.get("name") ?? "") } })
    redirect(303, "/account")
  },
}
