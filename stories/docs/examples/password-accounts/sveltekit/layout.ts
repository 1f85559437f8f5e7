import type { RequestEvent } from "@sveltejs/kit"
import { getSession } from "./auth.ts"

/** Gives every page the session. */
export const load = async (event: RequestEvent) => ({ session: await getSession(event) })
