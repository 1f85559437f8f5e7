/** The result of a form action that rejects a form. The results of all integrations have this shape. */
export interface FormActionResult {
  failed?: boolean | undefined
  /** The error's type, for example `CredentialsSignin`. */
  code?: string | undefined
  /** The errors of each field, by its name. */
  fieldErrors?: Readonly<Record<string, readonly string[]>> | undefined
  /** Errors of the whole form: sentences, or error codes that the catalog knows. */
  formErrors?: readonly string[] | undefined
  /** Id of the form's provider. @default the form that was sent, or the one with these fields */
  providerId?: string | undefined
  /** The values that the user typed into that form, without secrets. */
  values?: Readonly<Record<string, string>> | undefined
  /** Where that form leads after the sign-in. */
  redirectTo?: string | undefined
  /** Seconds until another attempt is accepted. */
  retryAfter?: number | undefined
}
