// The script of pages that ask for a code or a confirmation, or that sent an email. It runs after page.js.
import { startCodeInput } from "../../screens/code-input.ts"
import { ignoreEarlyClicks } from "../../step-up/early-clicks.ts"

export const each = (selector, run) => document.querySelectorAll(selector).forEach(run)

startCodeInput(document)
each("[data-part=confirm]", (card) => ignoreEarlyClicks(card))

// Another email can be requested after a while
each("[data-wait]", (button) => {
  const { wait, waitSentence } = button.dataset
  const label = button.textContent
  const end = Date.now() + wait * 1000
  const tick = () => {
    const left = Math.ceil((end - Date.now()) / 1000)
    const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`
    button.textContent = left > 0 ? waitSentence.replace("{time}", time) : label
    if (left > 0) setTimeout(tick, 1000)
    else button.removeAttribute("aria-disabled")
  }
  button.setAttribute("aria-disabled", "true")
  tick()
})
