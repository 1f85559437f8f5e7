"use client"

import { useEffect, useRef, useState, type FormEvent, type MouseEvent, type RefObject } from "react"
import { getCsrfToken } from "../../client/index.ts"

/** What a card's forms need of the page: the one being sent, a shown password, the focus after a failure. */
export interface CardState {
  ref: RefObject<HTMLDivElement | null>
  /** The provider whose form is on its way. */
  busy: string | undefined
  revealed: boolean
  onSubmit(event: FormEvent<HTMLElement>): void
  onClick(event: MouseEvent<HTMLElement>): void
}

/**
 * Behaviour of a card: a form is sent once, says so, and gets its token where the page was made without one. Without
 * JavaScript the forms post all the same.
 */
export function useCard(alert: string | undefined, csrfToken: string | undefined): CardState {
  const ref = useRef<HTMLDivElement>(null)
  const [busy, setBusy] = useState<string>()
  const [revealed, setRevealed] = useState(false)
  useEffect(() => {
    for (const button of ref.current?.querySelectorAll<HTMLElement>("[data-reveal]") ?? []) button.hidden = false
    const settle = (event: PageTransitionEvent) => event.persisted && setBusy(undefined)
    addEventListener("pageshow", settle)
    return () => removeEventListener("pageshow", settle)
  }, [])
  useEffect(() => {
    if (alert !== undefined) ref.current?.querySelector<HTMLElement>("[data-focus]")?.focus()
  }, [alert])
  return {
    ref,
    busy,
    revealed,
    onSubmit(event) {
      const form = event.target
      if (!(form instanceof HTMLFormElement)) return
      if (busy !== undefined) return event.preventDefault()
      setBusy(form.dataset["provider"] ?? "")
      setRevealed(false)
      if (csrfToken !== undefined) return
      event.preventDefault()
      void sendWithToken(form, () => setBusy(undefined))
    },
    onClick({ target }) {
      if (target instanceof Element && target.closest("[data-reveal]")) setRevealed((shown) => !shown)
    },
  }
}

async function sendWithToken(form: HTMLFormElement, failed: () => void): Promise<void> {
  const token = await getCsrfToken().catch(() => undefined) // told below: the form stays as it is
  if (!token) return failed()
  const field = form.elements.namedItem("csrfToken")
  const input = field instanceof HTMLInputElement ? field : form.appendChild(document.createElement("input"))
  Object.assign(input, { type: "hidden", name: "csrfToken", value: token })
  form.submit()
}
