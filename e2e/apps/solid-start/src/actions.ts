import { action, redirect } from "@solidjs/router"
import { signIn, signOut, updateSession } from "./auth.ts"
import { requested } from "./session.ts"

/** The fields that the router sends. They are FormData only if the form is multipart. */
type Form = FormData | URLSearchParams

export const enter = action(async (form: Form) => {
  "use server"
  return signIn(requested(), form)
}, "enter")

export const leave = action(async (form: Form) => {
  "use server"
  return signOut(requested(), form)
}, "leave")

export const rename = action(async (form: Form) => {
  "use server"
  await updateSession(requested(), { user: { name: String(form.get("name") ?? "") } })
  return redirect("/account")
}, "rename")
