import type { Messages } from "../../components/view/messages/types.ts"
import type { Settings } from "../config/settings.ts"
import { LruMap, memoize } from "../crypto/memory.ts"
import type { Outcome } from "../http/outcome.ts"
import type { SetCookie } from "../cookies/options.ts"
import { hole, templateFrom, type Template } from "./template.ts"
import { page } from "./render.ts"
import type { Routed } from "../sessions/action-context.ts"
import { fixedProps, type VisitorsProps } from "./sign-in-props.ts"

// Printed once, for laying out a page takes longer than all the rest of an answer. By the words, which belong to a
// language; gone with the configuration
const MAX_REMEMBERED = 20
const templatesOf = memoize((_settings: Settings) =>
  memoize((_messages: Messages) => new LruMap<string, Template>(MAX_REMEMBERED)),
)

const HOLES = { csrfToken: hole("csrfToken"), callbackUrl: hole("callbackUrl") }

/**
 * The sign-in page. What is kept of it holds nothing of a visitor's: their token and where they are going fill its holes,
 * and a page that shows a visitor's own words is laid out for them alone.
 */
export function signInPage(routed: Routed, own: VisitorsProps, cookies: readonly SetCookie[]): Promise<Outcome> {
  const { csrfToken, callbackUrl } = own
  return page(
    routed,
    (html, surroundings) => {
      const laidOut = (props: VisitorsProps): string =>
        html.signInPage({ ...surroundings, ...fixedProps(routed), ...props })
      const isPersonal = [own.email, own.values, own.code].some((value) => value !== undefined)
      if (isPersonal || csrfToken === undefined) return laidOut(own)
      const known = templatesOf(routed.settings)(surroundings.messages)
      const name = JSON.stringify([routed.site.url, own.error, own.failedProvider, own.lastUsed, own.remember])
      const template = known.get(name) ?? templateFrom(laidOut({ ...own, ...HOLES }))
      known.set(name, template)
      return template({ csrfToken, callbackUrl })
    },
    { cookies },
  )
}
