import { signIn } from "latchkit"

/** Called by the click itself: a moment later no browser opens a window. */
export async function publish(comment: string, isMember: boolean): Promise<string> {
  if (!isMember) {
    const { ok, error } = await signIn("github", { popup: true })
    if (error === "Cancelled") return "Still a draft." // the visitor's own choice
    if (error === "PopupBlocked") return "Allow this page to open a window, then try again."
    if (!ok) return "Signing in did not work. Your draft is still here."
  }
  await fetch("/api/comments", { method: "POST", body: comment })
  return "Published."
}
