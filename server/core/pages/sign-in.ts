import { escapeHtml } from "../../../components/html/render.ts"
import type { Translation } from "../../../components/view/messages/types.ts"
import type { Settings } from "../config/settings.ts"
import { LruMap, memoize } from "../crypto/memory.ts"
import type { Outcome } from "../request/outcome.ts"
import { messagesFor } from "../request/language.ts"
import type { SetCookie } from "../cookies/options.ts"
import { renderPage } from "./render.ts"
import type { ActionContext } from "../request/action-context.ts"
import { PASSWORD_CHANGED, staticProps, type RequestProps } from "./sign-in-props.ts"
import { identifierStep, providersForStep } from "./identifier-step.ts"

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
function compileTemplate(page: string): Template {
  const parts = page.split(/\uFDD0(\w+)\uFDD1/) // odd items are names
  return (values) => parts.map((part, index) => (index % 2 === 0 ? part : escapeHtml(values[part] ?? ""))).join("")
}

type PageOutcome = Outcome & { kind: "page" }

/** A page whose placeholders hold no user's data. */
interface CachedPage {
  outcome: PageOutcome
  fill: Template
}

// Cached, because laying out a page takes longer than the rest of a response. Keyed by the messages, which are those of
// one language, and collected with the configuration
const MAX_CACHED_PAGES = 20
const pagesFor = memoize((_settings: Settings) =>
  memoize((_messages: Translation) => new LruMap<string, CachedPage>(MAX_CACHED_PAGES)),
)

const PLACEHOLDERS = { csrfToken: placeholder("csrfToken"), callbackUrl: placeholder("callbackUrl") }

/**
 * Renders the sign-in page. The cached page contains no user's data: the CSRF token and the callback URL fill its
 * placeholders. A page that shows what a user typed is rendered without the cache.
 */
export async function signInPage(
  context: ActionContext,
  props: RequestProps,
  cookies: readonly SetCookie[],
): Promise<Outcome> {
  const { csrfToken, callbackUrl, email, values, code } = props
  const isPersonal = email !== undefined || values !== undefined || code !== undefined
  if (isPersonal || csrfToken === undefined) return { ...(await layOut(context, props)), cookies }
  const { outcome, fill } = await cachedPage(context, props)
  return { ...outcome, html: fill({ csrfToken, callbackUrl }), cookies }
}

async function cachedPage(context: ActionContext, props: RequestProps): Promise<CachedPage> {
  const pages = pagesFor(context.settings)(await messagesFor(context))
  const { error, sentence, failedProvider, lastUsed, remember } = props
  const isChanged = context.query.get("changed") === PASSWORD_CHANGED.changed
  const name = JSON.stringify([context.site.url, error, sentence, failedProvider, lastUsed, remember, isChanged])
  const earlierPage = pages.get(name)
  if (earlierPage) return earlierPage
  const outcome = await layOut(context, { ...props, ...PLACEHOLDERS })
  const page = { outcome, fill: compileTemplate(outcome.html) }
  pages.set(name, page)
  return page
}

function layOut(context: ActionContext, props: RequestProps): Promise<PageOutcome> {
  return renderPage(context, (page, html) =>
    html.signInPage({ ...page, ...staticProps(context, page.messages), ...props }),
  )
}

/** A page whose form was sent too often. */
interface Rejection {
  retryAfter?: number
  /** The response's status. @default 200 */
  status?: number
}

/**
 * Renders the sign-in page that asks for the address first. After the address was sent, or a form failed, it shows the
 * provider of the address's domain. If there is none, it shows all methods that have a form. It looks up no account.
 */
export async function identifierFirstPage(
  context: ActionContext,
  { status, ...own }: RequestProps & Rejection,
  cookies: readonly SetCookie[],
): Promise<Outcome> {
  const step = await identifierStep(context, own)
  const common = staticProps(context, await messagesFor(context))
  const props = { ...common, ...own, ...step, providers: providersForStep(context, step, common.providers) }
  return renderPage(context, (page, html) => html.identifierFirstPage({ ...page, ...props }), {
    cookies,
    ...(status !== undefined && { status }),
  })
}
