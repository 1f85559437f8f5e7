import { action, redirect } from "@solidjs/router"
import { CredentialsSignin } from "latchkit/server"
import { signIn, signOut, update } from "./auth.ts"
import { requested } from "./session.ts"

/** What the router sends: a FormData only where a form is multipart. */
type Form = FormData | URLSearchParams

export const enter = action(async (form: Form) => {
  "use server"
  try {
    return await signIn(requested(), form)
  } catch (error) {
    if (!(error instanceof CredentialsSignin)) throw error
    return { failed: true as const, fieldErrors: {}, formErrors: ["That email and password do not match."] }
  }
}, "enter")

export const leave = action(async (form: Form) => {
  "use server"
  return signOut(requested(), form)
}, "leave")

export const rename = action(async (form: Form) => {
  "use server"
  await update(requested(), { user: { name: String(form.get("name") ?? "") } })
  return redirect("/account")
}, "rename")
