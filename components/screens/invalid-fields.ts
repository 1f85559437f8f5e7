/** The errors of a form's fields, by name: `Required`, `InvalidEmail`, or the browser's sentence for any other. */
export type InvalidFields = Readonly<Record<string, string>>

/**
 * Returns the errors of a form that the browser didn't submit. The browser tells each invalid field, and only the first
 * one returns them.
 */
export function findInvalidFields(
  field: HTMLInputElement,
): { form: HTMLFormElement; fields: InvalidFields } | undefined {
  if (!field.form) return undefined
  const invalid = [...field.form.querySelectorAll<HTMLInputElement>("input:invalid")]
  if (invalid[0] !== field) return undefined
  return { form: field.form, fields: Object.fromEntries(invalid.map((input) => [input.name, fieldError(input)])) }
}

function fieldError({ validity, type, validationMessage }: HTMLInputElement): string {
  if (validity.valueMissing) return "Required"
  return type === "email" ? "InvalidEmail" : validationMessage
}
