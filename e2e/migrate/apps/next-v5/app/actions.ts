"use server"

import { AuthError } from "next-auth"
import { signIn, signOut } from "@/auth"

export async function authenticate(_: string | undefined, formData: FormData) {
  try {
    await signIn("credentials", formData)
  } catch (error) {
    if (error instanceof AuthError) {
      return error.type === "CredentialsSignin" ? "Invalid credentials." : "Something went wrong."
    }
    throw error
  }
}

export async function withGitHub() {
  await signIn("github", { redirectTo: "/dashboard" })
}

export async function logOut() {
  await signOut({ redirectTo: "/" })
}
