import { command, form, getRequestEvent, query } from "$app/server"
import { requireAuth } from "../../auth.ts"

const notes = new Map<string, string[]>() // your database has them

/** Returns a user's notes. Redirects a signed-out user to the sign-in page, and back. */
export const readNotes = query(async () => {
  const { user } = await requireAuth(getRequestEvent())
  const email = user?.email ?? ""
  return { email, texts: notes.get(email) ?? [] }
})

/** Adds a note. Redirects a signed-out user too. */
export const addNote = form("unchecked", async ({ text }: { text: string }) => {
  const { user } = await requireAuth(getRequestEvent())
  const email = user?.email ?? ""
  notes.set(email, [...(notes.get(email) ?? []), String(text)])
})

/** Deletes a user's notes. Returns where a signed-out user signs in: SvelteKit forbids that a command redirects. */
export const deleteNotes = command(async () => {
  const session = await requireAuth(getRequestEvent(), { within: "10m", redirect: false })
  if ("error" in session) return session
  notes.delete(session.user?.email ?? "")
  void readNotes().refresh()
})
