"use server"

import { signIn } from "../../auth.ts"

/** The form action of the sign-in card, for every provider. */
export async function signInWithForm(_: unknown, form: FormData) {
  return signIn(undefined, form)
}
