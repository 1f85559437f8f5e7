import { signIn } from "latchkit"

/** Call it in the click handler itself. Browsers open windows only then. */
export async function publish(comment: string, isMember: boolean): Promise<string> {
  if (!isMember) {
    const { ok, error } = await signIn("github", { popup: true })
    if (error === "Cancelled") return "Still a draft." // the user closed the window
    if (error === "PopupBlocked") return "Allow this page to open a window, then try again."
    if (!ok) return "Signing in did not work. Your draft is still here."
  }
  await fetch("/api/comments", { method: "POST", body: comment })
  return "Published."
}
