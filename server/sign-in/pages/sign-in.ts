import { escapeHtml } from "../../../components/html/render.ts"
import type { Messages } from "../../../components/view/messages/types.ts"
import type { Settings } from "../../config/settings.ts"
import { LruMap, memoize } from "../../crypto/memory.ts"
import type { Outcome } from "../../http/outcome.ts"
import type { SetCookie } from "../../cookies/options.ts"
import { renderPage } from "./render.ts"
import type { ActionContext } from "../../sessions/action-context.ts"
import { staticProps, type RequestProps } from "./sign-in-props.ts"

/** A rendered page with placeholders. The function fills them for one user. */
export type Template = (values: Readonly<Record<string, string | undefined>>) => string

/**
 * Returns a placeholder for a text or an attribute's value. Marked with noncharacters, which are reserved for internal
 * use ([Unicode, section 23.7](https://www.unicode.org/versions/latest/core-spec/chapter-23/)) and don't occur in text.
 */
export function placeholder(name: string): string {
  return `\uFDD0${name}\uFDD1`
}

/** Compiles a page with placeholders to a template. Escapes the values, and never searches them for placeholders. */
export function compileTemplate(page: string): Template {
  const parts = page.split(/\uFDD0(\w+)\uFDD1/) // odd items are names
  return (values) => parts.map((part, index) => (index % 2 === 0 ? part : escapeHtml(values[part] ?? ""))).join("")
}

// Cached, because laying out a page takes longer than the rest of a response. Keyed by the messages, which are those of
// one language, and collected with the configuration
const MAX_CACHED_TEMPLATES = 20
const templatesFor = memoize((_settings: Settings) =>
  memoize((_messages: Messages) => new LruMap<string, Template>(MAX_CACHED_TEMPLATES)),
)

const PLACEHOLDERS = { csrfToken: placeholder("csrfToken"), callbackUrl: placeholder("callbackUrl") }

/**
 * Renders the sign-in page. The cached template contains no user's data: the CSRF token and the callback URL fill its
 * placeholders. A page that shows what a user typed is rendered without the cache.
 */
export function signInPage(
  context: ActionContext,
  requestProps: RequestProps,
  cookies: readonly SetCookie[],
): Promise<Outcome> {
  const { csrfToken, callbackUrl } = requestProps
  return renderPage(
    context,
    (html, page) => {
      const laidOut = (props: RequestProps): string =>
        html.signInPage({ ...page, ...staticProps(context, page.messages), ...props })
      const isPersonal = [requestProps.email, requestProps.values, requestProps.code].some(
        (value) => value !== undefined,
      )
      if (isPersonal || csrfToken === undefined) return laidOut(requestProps)
      const known = templatesFor(context.settings)(page.messages)
      const name = JSON.stringify([
        context.site.url,
        requestProps.error,
        requestProps.failedProvider,
        requestProps.lastUsed,
        requestProps.remember,
      ])
      const template = known.get(name) ?? compileTemplate(laidOut({ ...requestProps, ...PLACEHOLDERS }))
      known.set(name, template)
      return template({ csrfToken, callbackUrl })
    },
    { cookies },
  )
}
