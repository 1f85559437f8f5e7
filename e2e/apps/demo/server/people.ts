import type { Mailbox } from "./mailbox.ts"

/** The two members with a password. Only a demo may print passwords. */
export const PEOPLE = [
  { name: "Katherine Johnson", email: "katherine@example.com", password: "orbit-the-earth-1962" },
  { name: "Vera Rubin", email: "vera@example.com", password: "andromeda-turns-1970" },
] as const

interface Surroundings {
  handle(request: Request): Promise<Response>
  mailbox: Mailbox
  origin: string
}

/** Signs the members up as a browser does: with the form, then with the code of the email. */
export async function signUpPeople({ handle, mailbox, origin }: Surroundings): Promise<void> {
  for (const person of PEOPLE) {
    const browser = createBrowser(handle, origin)
    await browser.post("/auth/sign-up", person)
    await browser.post("/auth/sign-up", { code: await codeFor(mailbox, person.email) })
    await browser.post("/auth/signout", {})
  }
  mailbox.clear()
}

// Emails are sent after the response
async function codeFor(mailbox: Mailbox, email: string): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const mail = mailbox.entries().find(({ to }) => to === email)
    const [, first, last] = />(\d{3}) (\d{3})</.exec((mail && mailbox.html(mail.id)) ?? "") ?? []
    if (first !== undefined && last !== undefined) return first + last
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`No email with a code arrived for ${email}`)
}

function createBrowser(handle: Surroundings["handle"], origin: string) {
  const cookies = new Map<string, string>()
  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { ...init.headers, origin, cookie: [...cookies].map((pair) => pair.join("=")).join("; ") }
    const response = await handle(new Request(origin + path, { ...init, headers }))
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]*)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return response
  }
  return {
    async post(path: string, fields: Readonly<Record<string, string>>): Promise<void> {
      const { csrfToken } = (await (await send("/auth/csrf")).json()) as { csrfToken: string }
      const response = await send(path, { method: "POST", body: new URLSearchParams({ ...fields, csrfToken }) })
      if (response.status !== 303 && response.status !== 302)
        throw new Error(`${path} responded with ${response.status}`)
    },
  }
}
