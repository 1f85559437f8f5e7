/** The one box of a card; undefined where nobody is asked, and while no script runs. */
const findCheckbox = (root: ParentNode) => root.querySelector<HTMLInputElement>("[data-remember]")

/** Whether the visitor wants to stay signed in, as the card's box says. */
export const isRememberChecked = (root: ParentNode): boolean | undefined => findCheckbox(root)?.checked

/** Lets the box speak for a form that is sent: its own is for pages without a script. */
export function syncCheckbox(root: ParentNode, form: ParentNode): void {
  const isChecked = isRememberChecked(root)
  const formCheckbox = form.querySelector<HTMLInputElement>("[name=remember]")
  if (formCheckbox && isChecked !== undefined) formCheckbox.checked = isChecked
}
