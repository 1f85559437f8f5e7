/** Opens one disclosure below its row at a time, focuses its field, and closes it with Escape. */
export function startDisclosures(root: HTMLElement, signal: AbortSignal): void {
  root.addEventListener("toggle", ({ target }) => closeOthers(target as HTMLElement, root), { signal, capture: true }) // toggle doesn't bubble
  root.addEventListener("keydown", closeOnEscape, { signal })
}

function closeOthers(target: HTMLElement, root: HTMLElement): void {
  if (!target.matches("details[open]")) return // a popover of the app has this event too
  for (const other of root.querySelectorAll<HTMLDetailsElement>("details[open]")) {
    if (!other.contains(target) && !target.contains(other)) other.open = false
  }
  const field = target.querySelector<HTMLInputElement>(":scope > form input:not([type=hidden])")
  field?.focus()
  field?.select()
}

function closeOnEscape(event: KeyboardEvent): void {
  const details = event.key === "Escape" && (event.target as Element).closest("details") // the target of a key is an element
  if (!details || !details.open) return
  details.open = false
  details.querySelector("summary")?.focus()
}
