import { ownCookie, REMEMBER_COOKIE } from "../cookies/names.ts"
import type { AuthRequest, RequestContext } from "../http/auth-request.ts"
import type { SetCookie } from "../cookies/options.ts"

const TRUE_VALUE = /^(?:yes|true|on|1)$/

/**
 * Returns whether the user chose to stay signed in, or `undefined` if the form doesn't have the checkbox. Browsers
 * don't send an empty checkbox, so the form has a hidden field that says it has one.
 */
export function readRememberField({ body, settings }: Pick<AuthRequest, "body" | "settings">): boolean | undefined {
  if (!settings.session.remember) return undefined
  const { fields, json } = body
  const value: unknown = json === undefined ? fields["remember"] : Reflect.get(json as object, "remember") // bodyOf lets objects through only
  if (value !== undefined) return TRUE_VALUE.test(String(value))
  return fields["asked"] === "remember" ? false : undefined
}

/** Returns the cookie that keeps the checkbox as the user left it, so that a failed sign-in doesn't check it again. */
export function storeRememberChoice(authRequest: AuthRequest): SetCookie[] {
  const choice = readRememberField(authRequest)
  const { name, options } = rememberCookie(authRequest)
  const value = choice ? "yes" : "no"
  return choice === undefined || authRequest.cookies.get(name) === value ? [] : [{ name, value, options }]
}

/** Returns whether the checkbox is checked when a page renders it, or `undefined` if there is no checkbox. */
export function readRememberChoice(context: RequestContext): boolean | undefined {
  const { remember } = context.settings.session
  const value = context.cookies.get(rememberCookie(context).name)
  return remember && (value === "yes" || value === "no" ? value === "yes" : remember.checked)
}

const rememberCookie = ({ site }: RequestContext) => ownCookie(REMEMBER_COOKIE, site.secure)
