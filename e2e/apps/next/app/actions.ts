"use server"

import { redirect } from "next/navigation"

import { revokeOtherSessions, signIn, signOut, unstable_update } from "../auth.ts"

export async function leave() {
  await signOut({ redirectTo: "/" })
}

/** What is wrong with the form; where nothing is, it leads on. */
export async function enter(_: string | undefined, form: FormData): Promise<string | undefined> {
  try {
    const { formErrors, fieldErrors } = await signIn("credentials", form)
    return [...formErrors, ...Object.values(fieldErrors).flat()].join(" ")
  } catch (error) {
    // An error of another bundle of this app is no instance of this one's class
    if (error instanceof Error && error.name === "CredentialsSignin") return "That email and password do not match."
    throw error
  }
}

export async function rename(form: FormData) {
  await unstable_update({ user: { name: form.get("name") } })
  redirect("/account")
}

export async function leaveElsewhere() {
  await revokeOtherSessions()
  redirect("/account")
}
