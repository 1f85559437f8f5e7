import { ownCookie, REMEMBER_COOKIE } from "../cookies/names.ts"
import type { Exchange, Visit } from "../http/auth-request.ts"
import type { SetCookie } from "../cookies/options.ts"

const YES = /^(?:yes|true|on|1)$/

/**
 * Whether the visitor wants to stay signed in, as the form of this request says; undefined where it does not say. An empty box
 * is not sent at all, so a form that has one says that it asked.
 */
export function choiceIn({ body, settings }: Pick<Exchange, "body" | "settings">): boolean | undefined {
  if (!settings.session.remember) return undefined
  const { fields, json } = body
  const sent: unknown = json === undefined ? fields["remember"] : Reflect.get(json as object, "remember") // bodyOf lets objects through only
  if (sent !== undefined) return YES.test(String(sent))
  return fields["asked"] === "remember" ? false : undefined
}

/** The cookie that keeps the box as it was left: who comes back from a refusal must not find it ticked again. */
export function keepChoice(exchange: Exchange): SetCookie[] {
  const choice = choiceIn(exchange)
  const { name, options } = cookieOf(exchange)
  const value = choice ? "yes" : "no"
  return choice === undefined || exchange.cookies.get(name) === value ? [] : [{ name, value, options }]
}

/** Whether the box is ticked when a page shows it; undefined where there is none. */
export function shownChoice(visit: Visit): boolean | undefined {
  const { remember } = visit.settings.session
  const kept = visit.cookies.get(cookieOf(visit).name)
  return remember && (kept === "yes" || kept === "no" ? kept === "yes" : remember.checked)
}

const cookieOf = ({ site }: Visit) => ownCookie(REMEMBER_COOKIE, site.secure)
