// The script of the built-in pages: busy buttons, showing the password, and the focus on an error.

const each = (selector, run) => document.querySelectorAll(selector).forEach(run)

const settle = () =>
  each("button[aria-busy]", (button) => {
    button.removeAttribute("aria-busy")
    button.removeAttribute("aria-disabled")
  })

// One checkbox for all forms. For pages without a script, each form has its own
const box = document.querySelector("[data-remember]")
if (box) box.parentElement.hidden = false
if (box) each("button[form]", (button) => ["form", "formaction"].forEach((name) => button.removeAttribute(name)))

each("form", (form) => {
  if (form.dataset.part === "export") return // a download leaves the page as it is
  form.addEventListener("submit", (event) => {
    if (box && form.elements.remember) form.elements.remember.checked = box.checked
    const button = event.submitter ?? form.querySelector(".auth-button")
    const waits = button?.getAttribute("aria-disabled") === "true"
    if (waits || document.querySelector("button[aria-busy]")) return event.preventDefault()
    button?.setAttribute("aria-busy", "true")
    button?.setAttribute("aria-disabled", "true")
    form.querySelectorAll("[data-reveal]").forEach((toggle) => show(toggle, false))
    const status = document.querySelector("[data-part=status]")
    if (status) status.textContent = status.dataset.busy ?? ""
  })
})

function show(toggle, shown) {
  const input = document.getElementById(toggle.dataset.reveal)
  if (input) input.type = shown ? "text" : "password"
  toggle.setAttribute("aria-pressed", String(shown))
}

each("[data-reveal]", (toggle) => {
  toggle.hidden = false
  toggle.addEventListener("click", () => show(toggle, toggle.getAttribute("aria-pressed") !== "true"))
})

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

// The first error takes the focus
document.querySelector("[data-focus]")?.focus()

// The back button restores the page as it was left, with busy buttons
addEventListener("pageshow", (event) => event.persisted && settle())

// Built-in pages fade into each other. An app's page, which has no rule for it, would report a fade as an error
addEventListener("pageswap", ({ activation, viewTransition }) => {
  if (!activation?.entry.url.startsWith(new URL("..", import.meta.url).href)) viewTransition?.skipTransition()
})
