/** The card's one checkbox. `undefined` if there is none, and while no script runs. */
const findCheckbox = (root: ParentNode) => root.querySelector<HTMLInputElement>("[data-remember]")

/** Returns whether the user wants to stay signed in, by the card's checkbox. */
export const isRememberChecked = (root: ParentNode): boolean | undefined => findCheckbox(root)?.checked

/** Copies the card's checkbox to the form that is sent. The form's own is for pages without a script. */
export function syncCheckbox(root: ParentNode, form: ParentNode): void {
  const isChecked = isRememberChecked(root)
  const formCheckbox = form.querySelector<HTMLInputElement>("[name=remember]")
  if (formCheckbox && isChecked !== undefined) formCheckbox.checked = isChecked
}
