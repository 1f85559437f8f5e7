"use server"

import { redirect } from "next/navigation"

import { revokeOtherSessions, signIn, signOut, updateSession } from "../auth.ts"

export async function leave() {
  await signOut({ redirectTo: "/" })
}

/** Signs in and redirects, or returns what is wrong. */
export async function enter(_: unknown, form: FormData) {
  return signIn("credentials", form)
}

/** The form action of the sign-in card, for every provider. */
export async function signInWithForm(_: unknown, form: FormData) {
  return signIn(undefined, form)
}

/** The form action of the sign-out card. */
export async function signOutWithForm(_: unknown, form: FormData) {
  return signOut(form)
}

export async function rename(form: FormData) {
  await updateSession({ user: { name: form.get("name") } })
  redirect("/account")
}

export async function leaveElsewhere() {
  await revokeOtherSessions()
  redirect("/account")
}
