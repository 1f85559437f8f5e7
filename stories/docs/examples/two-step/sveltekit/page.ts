import type { RequestEvent } from "@sveltejs/kit"
import { requireAuth } from "./auth.ts"

/** The user confirms before the page opens. */
export const load = async (event: RequestEvent) => {
  const session = await requireAuth(event, { within: "10m", factors: 2 })
  return { email: session.user?.email }
}

export const actions = {
  /** `use:enhance` follows the redirect to the page that confirms. */
  delete: async (event: RequestEvent) => {
    const session = await requireAuth(event, { within: "10m", factors: 2 })
    return { deleted: session.user?.email }
  },
}
