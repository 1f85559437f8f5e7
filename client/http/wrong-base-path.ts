import type { Page } from "../page/page.ts"

const DEFAULTS = ["/auth", "/api/auth"]
const reported = new WeakMap<Page, Set<string>>()

/** A response that isn't what the client asked for. */
interface Unexpected {
  base: string
  page: Page
  action: string
  response: Response
}

/** Logs once per base path that something other than Latchkit responds there. If known, also logs where Latchkit is. */
export async function reportWrongBasePath({ base, page, action, response: found }: Unexpected): Promise<void> {
  if (!isAnothers(action, found)) return
  const bases = reported.get(page) ?? new Set()
  if (bases.has(base)) return
  reported.set(page, bases.add(base))
  const type = found.headers.get("content-type")?.split(";")[0] ?? "no content type"
  const other = await baseOfService(base, page)
  const remedy =
    other === undefined
      ? `the path where your server mounts Latchkit: <SessionProvider basePath="…">. If that server has another port, proxy \`${base}\` to it.`
      : `${other}, where Latchkit responds: <SessionProvider basePath="${other}">.`
  console.error(
    `Wrong base path: \`${base}\` responded with ${found.status} (${type}), expected Latchkit's JSON. Set \`basePath\` to ${remedy}`,
  )
}

// Latchkit never responds like this to the first two requests of a page. A redirect to another origin is a login wall
const isAnothers = (action: string, { ok, status, redirected }: Response) =>
  /^(?:session|providers|sign-in-props)\b/.test(action) && !redirected && (ok || status === 404)

/** Returns the paths that the page's app may be below: "", `/docs` and `/docs/v2` for `/docs/v2/intro`. */
function subPaths({ location }: Page): string[] {
  const [, path = ""] = /^\w+:\/\/[^/]+((?:\/[^/?#]+)*)/.exec(location?.href ?? "") ?? []
  const segments = path.split("/")
  return segments.slice(0, 4).map((_, depth) => segments.slice(0, depth + 1).join("/"))
}

/** Returns the default base path that Latchkit responds at, also below the page's sub-path, if it isn't `base`. */
async function baseOfService(base: string, page: Page): Promise<string | undefined> {
  for (const other of DEFAULTS.flatMap((path) => subPaths(page).map((subPath) => subPath + path))) {
    if (other === base) continue
    const response = await page.fetch(`${other}/session`).catch(() => undefined)
    const body: unknown = response?.ok ? await response.json().catch(() => undefined) : undefined
    if (body === null || (typeof body === "object" && "expires" in body)) return other
  }
  return undefined
}
