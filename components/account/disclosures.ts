/** Opens one disclosure below its row at a time, focuses its field, and closes it with Escape. */
export function startDisclosures(root: HTMLElement, signal: AbortSignal): void {
  root.addEventListener("toggle", ({ target }) => closeOthers(target, root), { signal, capture: true }) // toggle doesn't bubble
  root.addEventListener("keydown", closeOnEscape, { signal })
}

function closeOthers(target: EventTarget | null, root: HTMLElement): void {
  if (!(target instanceof HTMLDetailsElement) || !target.open) return
  for (const other of root.querySelectorAll<HTMLDetailsElement>("details[open]")) {
    if (!other.contains(target) && !target.contains(other)) other.open = false
  }
  const field = target.querySelector<HTMLInputElement>(":scope > form input:not([type=hidden])")
  field?.focus()
  field?.select()
}

function closeOnEscape(event: KeyboardEvent): void {
  const details = event.target instanceof Element && event.key === "Escape" && event.target.closest("details")
  if (!details || !details.open) return
  details.open = false
  details.querySelector("summary")?.focus()
}
