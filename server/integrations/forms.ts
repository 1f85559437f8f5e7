import {
  INVALID_FORM,
  parseSignInForm,
  parseSignOutForm,
  type FormInput,
  type RejectedForm,
} from "../../client/forms.ts"
import { StepUpRequired } from "../errors.ts"
import { confirmationFor } from "./step-up.ts"
import type { FormHelpers, HelperResponse, Helpers, RequestLike } from "../service/api.ts"

/** The result of a form action if the sign-in fails: a field is invalid, or the sign-in was rejected. */
export type SignInFailure = RejectedForm<"authorizationParams" | "options" | "providerId" | "redirectTo">
/** The result of a form action if the sign-out fails. */
export type SignOutFailure = RejectedForm<"redirectTo">

/**
 * Signs in with a form of the app's own. A signed-in user who links a provider may have to confirm first. Then it
 * returns the page that confirms.
 *
 * @param ownParams parameters that the app's own code adds to the authorization request. Those of the form are limited
 * @throws {AuthError} if the configuration has a problem; with the `authjs()` preset also if the sign-in is rejected
 */
export async function signInByForm(
  auth: Pick<Helpers, "signIn"> & Pick<FormHelpers, "validateSignInForm" | "formRejection">,
  request: RequestLike,
  form: FormInput,
  ownParams: URLSearchParams = new URLSearchParams(),
): Promise<SignInFailure | HelperResponse> {
  const values = parseSignInForm(form)
  if (values.failed) return values
  const { providerId, redirectTo, options, authorizationParams } = values
  const rejected = await auth.validateSignInForm(request, values)
  if (hasErrors(rejected))
    return { failed: true, code: INVALID_FORM, fieldErrors: { ...rejected, options: [] }, formErrors: [] }
  const fields = textFields(options)
  try {
    return await auth.signIn(request, providerId, {
      fields,
      ...(redirectTo !== undefined && { redirectTo }),
      ...(authorizationParams && { userAuthorizationParams: authorizationParams }),
      authorizationParams: ownParams,
    })
  } catch (error) {
    if (error instanceof StepUpRequired) return confirmationFor(request, { error, redirectTo })
    const fieldErrors = { authorizationParams: [], options: [], providerId: [], redirectTo: [] }
    const rejection = await auth.formRejection(request, error, { providerId, fields })
    return {
      ...rejection,
      fieldErrors,
      ...(providerId !== undefined && { providerId }),
      ...(redirectTo !== undefined && { redirectTo }),
    }
  }
}

/** Signs out with a form of the app's own. @throws {AuthError} as {@link signInByForm} does */
export async function signOutByForm(
  auth: Pick<Helpers, "signOut"> & Pick<FormHelpers, "validateSignInForm" | "formRejection">,
  request: RequestLike,
  form: FormInput,
): Promise<SignOutFailure | HelperResponse> {
  const values = parseSignOutForm(form)
  if (values.failed) return values
  const { redirectTo } = values
  const rejected = await auth.validateSignInForm(request, { redirectTo })
  if (hasErrors(rejected))
    return { failed: true, code: INVALID_FORM, fieldErrors: { redirectTo: rejected.redirectTo }, formErrors: [] }
  try {
    return await auth.signOut(request, redirectTo === undefined ? {} : { redirectTo })
  } catch (error) {
    return { ...(await auth.formRejection(request, error)), fieldErrors: { redirectTo: [] } }
  }
}

const hasErrors = (rejected: Record<string, string[]>) => Object.values(rejected).some((errors) => errors.length > 0)

/** Returns the text fields of a form. An uploaded file is never a field of a sign-in. */
export function textFields(options: Readonly<Record<string, unknown>>): Record<string, string> {
  const entries = Object.entries(options)
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"))
}
