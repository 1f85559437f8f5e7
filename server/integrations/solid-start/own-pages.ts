import type { IntegrationService } from "../../service/auth.ts"
import type { SolidAuthService, WithResponse } from "./types.ts"

/** Creates the functions for the app's own sign-in page, its account page, and the pages of its steps. */
export function createOwnPages(
  service: Pick<IntegrationService, "accountProps" | "openStep" | "signInProps">,
): Pick<SolidAuthService, "accountProps" | "openStep" | "signInProps"> {
  return {
    async signInProps({ request, response }, query) {
      const url = toPageUrl(request)
      url.search = query
      const { props, cookies } = await service.signInProps(new Request(url, { headers: request.headers }))
      appendCookies(response, cookies)
      return props
    },
    async accountProps({ request, response }, page) {
      const url = new URL(request.url)
      const { pathname, search } = new URL(page, url) // as above
      const at = new Request(`${url.origin}${pathname}${search}`, { headers: request.headers })
      const { props, cookies } = await service.accountProps(at)
      appendCookies(response, cookies)
      response.headers.set("cache-control", "private, no-store")
      return props
    },
    async openStep({ request, response }) {
      const { step, cookies } = await service.openStep(request)
      appendCookies(response, cookies)
      return step
    },
  }
}

// A server function has a URL of its own. The page that called it is the `Referer`
function toPageUrl({ url, headers }: Request): URL {
  const requested = new URL(url)
  const page = URL.parse(headers.get("referer") ?? "")
  if (requested.pathname.startsWith("/_server"))
    requested.pathname = page?.origin === requested.origin ? page.pathname : "/"
  return requested
}

/** Adds cookies to a response, and marks it as not cacheable. */
export function appendCookies({ headers }: WithResponse["response"], cookies: readonly string[]): void {
  for (const cookie of cookies) headers.append("set-cookie", cookie)
  if (cookies.length > 0) headers.set("cache-control", "private, no-store")
}
