import type { Messages } from "../../components/view/messages/types.ts"
import type { Settings } from "../config/settings.ts"
import { LruMap, memoize } from "../crypto/memory.ts"
import type { Outcome } from "../http/outcome.ts"
import type { SetCookie } from "../cookies/options.ts"
import { placeholder, compileTemplate, type Template } from "./template.ts"
import { renderPage } from "./render.ts"
import type { ActionContext } from "../sessions/action-context.ts"
import { staticProps, type RequestProps } from "./sign-in-props.ts"

// Printed once, for laying out a page takes longer than all the rest of an answer. By the words, which belong to a
// language; gone with the configuration
const MAX_CACHED_TEMPLATES = 20
const templatesFor = memoize((_settings: Settings) =>
  memoize((_messages: Messages) => new LruMap<string, Template>(MAX_CACHED_TEMPLATES)),
)

const PLACEHOLDERS = { csrfToken: placeholder("csrfToken"), callbackUrl: placeholder("callbackUrl") }

/**
 * The sign-in page. What is kept of it holds nothing of a visitor's: their token and where they are going fill its holes,
 * and a page that shows a visitor's own words is laid out for them alone.
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
