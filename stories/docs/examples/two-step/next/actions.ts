"use server"

import { requireAuth } from "./auth.ts"

/** Deletes the project of a form. Redirects to the page that confirms, if the user must confirm first. */
export async function deleteProject(form: FormData) {
  const session = await requireAuth({ within: "10m", redirectTo: "/settings" })
  console.log(`${session.user?.email} deleted ${form.get("project")}`)
}

/** The same for `useStepUp`: returns what is missing. */
export async function renameProject(form: FormData) {
  const session = await requireAuth({ within: "10m", redirect: false })
  if ("error" in session) return session
  return { renamed: form.get("name"), by: session.user?.email }
}
