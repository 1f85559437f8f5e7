import type { Messages } from "../../components/view/messages/types.ts"
import type { Settings } from "../config/settings.ts"
import { LruMap, memoize } from "../crypto/memory.ts"
import type { Outcome } from "../http/outcome.ts"
import type { SetCookie } from "../cookies/options.ts"
import { placeholder, compileTemplate, type Template } from "./template.ts"
import { renderPage } from "./render.ts"
import type { ActionContext } from "../sessions/action-context.ts"
import { staticProps, type RequestProps } from "./sign-in-props.ts"

// Cached, because laying out a page takes longer than the rest of a response. Keyed by the messages, which are those of
// one
// language, and collected with the configuration
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
    (html, serviceOptions) => {
      const laidOut = (props: RequestProps): string =>
        html.signInPage({ ...serviceOptions, ...staticProps(context), ...props })
      const isPersonal = [requestProps.email, requestProps.values, requestProps.code].some(
        (value) => value !== undefined,
      )
      if (isPersonal || csrfToken === undefined) return laidOut(requestProps)
      const known = templatesFor(context.settings)(serviceOptions.messages)
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
