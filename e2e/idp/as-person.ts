import { parseSetCookie } from "cookie"
import { PEOPLE } from "./people.ts"

interface PersonOptions {
  /** The cookies of a user who came before. @default none */
  jar?: Map<string, string>
  /** Sends the requests, such as one that trusts the provider's certificate. @default the runtime's */
  fetch?: typeof globalThis.fetch
}

/** Follows the provider's pages as a user who signs in and agrees, until they lead to `base`. Returns the rest of that URL. */
export async function visitAsPerson(
  url: string,
  base: string,
  { jar = new Map<string, string>(), fetch = globalThis.fetch }: PersonOptions = {},
): Promise<string> {
  const seen: { next: string; form?: URLSearchParams | undefined } = { next: url }
  for (let hop = 0; hop < 12 && !seen.next.startsWith(base); hop++) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ")
    const init = seen.form ? { method: "POST", body: seen.form } : {}
    const response = await fetch(seen.next, { ...init, headers: { cookie }, redirect: "manual" })
    for (const line of response.headers.getSetCookie()) {
      const set = parseSetCookie(line)
      if (set) jar.set(set.name, set.value ?? "")
    }
    const location = response.headers.get("location")
    const page = location ? "" : await response.text()
    const [, action] = /action="([^"]+\/(?:login|consent))"/.exec(page) ?? []
    if (!location && !action) throw new Error(`The provider responded with ${response.status}: ${page.slice(-400)}`)
    seen.next = new URL(location ?? action ?? "", seen.next).href
    seen.form = location ? undefined : new URLSearchParams({ sub: PEOPLE[0]?.sub ?? "" })
  }
  return seen.next.slice(base.length)
}
