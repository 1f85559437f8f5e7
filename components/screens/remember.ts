/** The one box of a card; undefined where nobody is asked, and while no script runs. */
const boxIn = (root: ParentNode) => root.querySelector<HTMLInputElement>("[data-remember]")

/** Whether the visitor wants to stay signed in, as the card's box says. */
export const wantsToStay = (root: ParentNode): boolean | undefined => boxIn(root)?.checked

/** Lets the box speak for a form that is sent: its own is for pages without a script. */
export function copyChoice(root: ParentNode, form: ParentNode): void {
  const choice = wantsToStay(root)
  const own = form.querySelector<HTMLInputElement>("[name=remember]")
  if (own && choice !== undefined) own.checked = choice
}
