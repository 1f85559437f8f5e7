import { signIn, useSession } from "latchkit/react"
import { useState, type FormEvent } from "react"

const SAID = {
  idle: "",
  waiting: "Continue in the pop-up window. Your draft stays here.",
  keeping: "Keeping it …",
  kept: "Kept. It is in your journal.",
  cancelled: "You are not signed in. What you wrote is still here.",
  blocked: "Your browser opened no window. Allow this page to open one, then try again.",
  failed: "That did not work. What you wrote is still here.",
}

/** A form for tonight's entry. A signed-out user signs in with a pop-up window and keeps the draft. */
export function Draft() {
  const { status } = useSession()
  const [said, say] = useState<keyof typeof SAID>("idle")
  const isSignedOut = status !== "authenticated"
  const busy = said === "waiting" || said === "keeping"

  async function keep(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (busy) return
    if (isSignedOut) {
      const signingIn = signIn("people", { popup: true }) // within the click event, or the browser blocks the window
      say("waiting")
      const { ok, error, code } = await signingIn
      if (!ok) return say(error === "PopupBlocked" ? "blocked" : wasCancelled(error, code) ? "cancelled" : "failed")
    }
    say("keeping")
    const kept = await send(new FormData(form))
    if (kept) form.reset()
    say(kept ? "kept" : "failed")
  }

  return (
    <section aria-labelledby="draft">
      <h2 id="draft">What did you see?</h2>
      <form className="card draft" onSubmit={(event) => void keep(event)}>
        <label htmlFor="title">Title</label>
        <input id="title" name="title" maxLength={80} required placeholder="Saturn, low in the east" />
        <label htmlFor="note">Notes</label>
        <textarea id="note" name="note" rows={3} maxLength={2000} />
        <p className="actions">
          <button className="button primary" aria-busy={busy} aria-disabled={busy}>
            {isSignedOut ? "Sign in with People and keep it" : "Keep it in your journal"}
          </button>
          <span role="status" className="soft">
            {SAID[said]}
          </span>
        </p>
      </form>
    </section>
  )
}

const wasCancelled = (error?: string, code?: string) => error === "Cancelled" || code === "cancelled"

async function send(form: FormData): Promise<boolean> {
  const answer = await fetch("/api/entries", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(Object.fromEntries(form)),
  }).catch(() => undefined)
  return answer?.ok ?? false
}
