import type { APIRoute } from "astro"
import { auth } from "./auth.ts"

export const prerender = false
export const ALL: APIRoute = ({ request, clientAddress }) =>
  auth.handle(request, { address: clientAddress })
