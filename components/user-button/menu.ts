const ITEMS = "[role=menuitem], .auth-item, .auth-items a, .auth-items button"

/** Maps each menu key to the next index, from the current one and the number of items. */
const MOVES: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowDown: (index) => index + 1,
  ArrowUp: (index, count) => (index < 0 ? count - 1 : index - 1),
  Home: () => 0,
  End: (_, count) => count - 1,
}

/**
 * Adds keyboard support to every `[data-menu]` in `root`. Arrow keys, Home, End and letters move; Escape and a click
 * outside close it and return the focus to its button.
 *
 * @see [Menu Button Pattern](https://www.w3.org/WAI/ARIA/apg/patterns/menu-button/)
 */
export function startMenus(root: HTMLElement, signal: AbortSignal): void {
  const current = () => root.querySelector<HTMLDetailsElement>("details[data-menu]")
  root.addEventListener("keydown", (event) => onKeydown(event, current()), { signal })
  root.ownerDocument.addEventListener(
    "pointerdown",
    (event) => {
      const menu = current()
      // Outside of a shadow root, the target of the event is the root's host
      if (menu?.open && !event.composedPath().includes(menu)) menu.open = false
    },
    { signal },
  )
  root.addEventListener(
    "click",
    ({ target }) => {
      const menu = current()
      // A router keeps this page, and so does the back button. The target of a click is an element
      if (menu?.open && (target as Element).closest("a")) menu.open = false
    },
    { signal },
  )
  root.addEventListener(
    "focusout",
    ({ relatedTarget }) => {
      const menu = current()
      if (menu?.open && relatedTarget && !menu.contains(relatedTarget as Node)) menu.open = false // focus is on elements
    },
    { signal },
  )
}

function onKeydown(event: KeyboardEvent, menu: HTMLDetailsElement | null): void {
  if (!menu || event.ctrlKey || event.metaKey || event.altKey) return
  const button = menu.querySelector("summary")
  const { key } = event
  if (key === "Escape" && menu.open) {
    menu.open = false
    button?.focus()
    return
  }
  const { activeElement } = menu.getRootNode() as Document | ShadowRoot // the menu is in the page
  if (key === "Tab" && menu.open) return closeAfterTab(menu)
  const isArrow = Object.hasOwn(MOVES, key)
  if (!menu.open && !(isArrow && activeElement === button)) return
  const items = [...menu.querySelectorAll<HTMLElement>(ITEMS)]
  const index = items.findIndex((item) => item === activeElement)
  const next = isArrow ? MOVES[key]?.(index, items.length) : nextStartingWith(key, items, index)
  if (next === undefined) return
  event.preventDefault()
  menu.open = true
  items.at(next % items.length)?.focus()
}

// If nothing follows the menu, the focus leaves the page, and no element gets it
function closeAfterTab(menu: HTMLDetailsElement): void {
  setTimeout(() => {
    if (!menu.matches(":focus-within")) menu.open = false
  })
}

// A letter moves to the next item that starts with it
function nextStartingWith(key: string, items: readonly HTMLElement[], from: number): number | undefined {
  if (key.length !== 1 || key === " ") return undefined
  const starts = (item: HTMLElement | undefined) =>
    item?.textContent.trim().toLocaleLowerCase().startsWith(key.toLocaleLowerCase())
  const steps = items.map((_, step) => (from + 1 + step) % items.length)
  return steps.find((index) => starts(items[index]))
}
