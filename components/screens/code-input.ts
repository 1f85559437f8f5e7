type Root = Pick<HTMLElement, "addEventListener">

/** The number of digits of a code. */
const LENGTH = 6

/**
 * Adds the behavior of an input for six digits. It takes a pasted code with spaces and the digits of other scripts.
 * When the code is complete, it sends the form. Without it, the user presses the button.
 */
export function startCodeInput(root: Root, signal?: AbortSignal): void {
  const options = signal ? { signal } : {}
  const onInput = (event: Event) => {
    const target = event.target as HTMLInputElement // or another element with this event
    if (!target.matches("[data-digits]") || (event as InputEvent).isComposing) return
    const digits = toDigits(target.value)
    if (digits !== target.value) target.value = digits
    if (digits.length === LENGTH) target.form?.requestSubmit()
  }
  root.addEventListener("input", onInput, options)
  root.addEventListener("compositionend", onInput, options) // Chromium has no input event for it
}

/** Returns the first six digits of a text, in ASCII. */
function toDigits(text: string): string {
  return (text.match(/\p{Nd}/gu) ?? []).map(toAsciiDigit).slice(0, LENGTH).join("")
}

// Every script's digits start at a code point that ends in 0 or 6
function toAsciiDigit(character: string): number {
  const code = character.codePointAt(0) ?? 0
  const last = code % 16
  return /\p{Nd}/u.test(String.fromCodePoint(code - last)) ? last : last - 6
}
