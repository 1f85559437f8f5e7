"use server"

import { redirect } from "next/navigation"

import { revokeOtherSessions, signIn, signOut, unstable_update } from "../auth.ts"

export async function leave() {
  await signOut({ redirectTo: "/" })
}

/** Signs in and redirects, or returns what is wrong. */
export async function enter(_: unknown, form: FormData) {
  return signIn("credentials", form)
}

export async function rename(form: FormData) {
  await unstable_update({ user: { name: form.get("name") } })
  redirect("/account")
}

export async function leaveElsewhere() {
  await revokeOtherSessions()
  redirect("/account")
}
