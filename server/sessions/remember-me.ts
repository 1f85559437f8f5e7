import { ownCookie, REMEMBER_COOKIE } from "../cookies/names.ts"
import type { AuthRequest, RequestContext } from "../http/auth-request.ts"
import type { SetCookie } from "../cookies/options.ts"

const TRUE_VALUE = /^(?:yes|true|on|1)$/

/**
 * Whether the visitor wants to stay signed in, as the form of this request says; undefined where it does not say. An empty box
 * is not sent at all, so a form that has one says that it asked.
 */
export function readRememberField({ body, settings }: Pick<AuthRequest, "body" | "settings">): boolean | undefined {
  if (!settings.session.remember) return undefined
  const { fields, json } = body
  const value: unknown = json === undefined ? fields["remember"] : Reflect.get(json as object, "remember") // bodyOf lets objects through only
  if (value !== undefined) return TRUE_VALUE.test(String(value))
  return fields["asked"] === "remember" ? false : undefined
}

/** The cookie that keeps the box as it was left: who comes back from a refusal must not find it ticked again. */
export function storeRememberChoice(authRequest: AuthRequest): SetCookie[] {
  const choice = readRememberField(authRequest)
  const { name, options } = rememberCookie(authRequest)
  const value = choice ? "yes" : "no"
  return choice === undefined || authRequest.cookies.get(name) === value ? [] : [{ name, value, options }]
}

/** Whether the box is ticked when a page shows it; undefined where there is none. */
export function readRememberChoice(context: RequestContext): boolean | undefined {
  const { remember } = context.settings.session
  const value = context.cookies.get(rememberCookie(context).name)
  return remember && (value === "yes" || value === "no" ? value === "yes" : remember.checked)
}

const rememberCookie = ({ site }: RequestContext) => ownCookie(REMEMBER_COOKIE, site.secure)
