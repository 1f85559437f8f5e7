type Root = Pick<HTMLElement, "addEventListener">

/**
 * Adds the buttons that copy, save and print a text of the page. `copied` is called when the clipboard has it.
 *
 * The file is made in the page, because no server should return recovery codes a second time (threat 439).
 */
export function startSaving(root: Root, copied: (button: HTMLElement) => void, signal?: AbortSignal): void {
  root.addEventListener(
    "click",
    ({ target }) => {
      // The target of a click is an element
      const button = (target as Element).closest<HTMLElement>("[data-copy],[data-download],[data-print]")
      if (!button) return
      const { copy, download, text = "" } = button.dataset
      if (copy !== undefined) void copyText(copy, () => copied(button))
      else if (download === undefined) print()
      else saveFile(download, text)
    },
    signal ? { signal } : {},
  )
}

async function copyText(text: string, copied: () => void): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    copied()
  } catch {
    // Without https there is no clipboard. The user can still select the text
  }
}

function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }))
  Object.assign(document.createElement("a"), { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), 1000) // Safari reads it after the click
}
