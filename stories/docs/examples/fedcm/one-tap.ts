import { oneTap } from "latchkit"

export async function welcome(): Promise<void> {
  const { error } = await oneTap({ redirectTo: "/journal" })
  if (error && error !== "Cancelled" && error !== "Unsupported")
    console.warn(`No sign-in: ${error}`)
}
