/** The names of a form of a card. */
const formKey = (form: HTMLFormElement | null) => `${form?.dataset["part"]} ${form?.dataset["provider"]}`

/**
 * Moves what the user typed into forms that left the page to the same fields of a card, and the focus. Ignores forms
 * whose script ran: another card has replaced theirs on purpose. Empties `forms`, so that no later card gets them.
 */
export function keepTyped(forms: HTMLFormElement[], card: Element): void {
  const fields = [...card.querySelectorAll("input")]
  const served = forms
    .splice(0)
    .filter((form) => !form.isConnected && !form.querySelector("[data-reveal]:not([hidden])"))
  for (const typed of served.flatMap((form) => [...form.querySelectorAll("input")])) {
    const field = fields.find((one) => one.name === typed.name && formKey(one.form) === formKey(typed.form))
    const isText = typed.type !== "checkbox" && typed.type !== "hidden"
    if (!field || field.value !== field.defaultValue) continue
    if (!isText) field.checked = typed.checked
    else if (typed.value !== typed.defaultValue) {
      field.value = typed.value
      field.dispatchEvent(new Event("input", { bubbles: true }))
      if (document.activeElement === document.body) field.focus() // React removed the field that had it
    }
  }
}
