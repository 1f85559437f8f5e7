import { MemoryAdapter } from "latchkit/adapters/memory"
import { GitHub } from "latchkit/providers/github"
import { createAuth, defineConfig } from "latchkit/server"

/** Ids of the users who accepted the terms. Your app stores them. */
export const accepted = new Set<string>()

export const config = defineConfig({
  adapter: MemoryAdapter(),
  providers: [GitHub()],
  steps: [
    {
      id: "terms",
      url: "/terms",
      needed: ({ user }) => !accepted.has(String(user.id)),
      handle: ({ user, fields }) => {
        if (fields["accept"] === "yes") accepted.add(String(user.id))
      },
    },
  ],
})

export const auth = createAuth(config)

/** Responds to `GET /terms`. */
export async function termsPage(request: Request): Promise<Response> {
  const { step, cookies } = await auth.openStep(request)
  if (!step) return Response.redirect(new URL("/", request.url))
  const { csrfToken = "", attempt } = step.fields
  const html = `<!doctype html><title>Terms</title>
    <form method="post" action="${step.action}">
      <input type="hidden" name="csrfToken" value="${csrfToken}">
      <input type="hidden" name="attempt" value="${attempt}">
      <label><input type="checkbox" name="accept" value="yes" required> I accept the terms</label>
      <button>Continue</button>
      <button name="cancel" value="1" formnovalidate>Cancel</button>
    </form>`
  const headers = new Headers({ "content-type": "text/html" })
  for (const cookie of cookies) headers.append("set-cookie", cookie)
  return new Response(html, { headers })
}
