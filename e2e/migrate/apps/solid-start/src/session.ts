import { getSession } from "@auth/solid-start"
import { query, redirect } from "@solidjs/router"
import { getRequestEvent } from "solid-js/web"
import { authOptions } from "~/server/auth"

export const getUser = query(async (required: boolean) => {
  "use server"
  const event = getRequestEvent()
  const session = event ? await getSession(event.request, authOptions) : null
  if (required && !session) throw redirect("/login")
  return session
}, "user")
