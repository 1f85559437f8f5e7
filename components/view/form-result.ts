/** What a form action returns for a form that it rejects; the results of all integrations have this shape. */
export interface FormActionResult {
  failed?: boolean | undefined
  /** The type of the error, such as `CredentialsSignin`. */
  code?: string | undefined
  /** What is wrong with each field, by its name. */
  fieldErrors?: Readonly<Record<string, readonly string[]>> | undefined
  /** What is wrong with the form as a whole: sentences, or error codes that the catalogue knows. */
  formErrors?: readonly string[] | undefined
  /** Id of the provider whose form it was. @default the form that was sent, or that has such fields */
  providerId?: string | undefined
  /** What the user typed into that form, without secrets. */
  values?: Readonly<Record<string, string>> | undefined
  /** Where that form leads after the sign-in. */
  redirectTo?: string | undefined
  /** Seconds until another attempt is accepted. */
  retryAfter?: number | undefined
}

/** The code of a form whose hidden fields are invalid: a mistake of the app, which its users can't correct. */
export const INVALID_FORM = "InvalidForm"
