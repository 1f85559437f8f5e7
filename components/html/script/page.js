// What the built-in pages gain where scripts run: busy buttons, a password that can be shown, the focus on what went wrong.
const each = (selector, run) => document.querySelectorAll(selector).forEach(run)

const settle = () =>
  each("button[aria-busy]", (button) => {
    button.removeAttribute("aria-busy")
    button.removeAttribute("aria-disabled")
  })

// One box for all forms; each has one of its own for pages without a script
const box = document.querySelector("[data-remember]")
if (box) box.parentElement.hidden = false
if (box) each("button[form]", (button) => ["form", "formaction"].forEach((name) => button.removeAttribute(name)))

each("form", (form) => {
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

// Another mail can be asked for after a while
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

// The first thing that says what went wrong takes the focus
document.querySelector("[data-focus]")?.focus()

// Coming back with the browser's button finds the page as it was left, busy and all
addEventListener("pageshow", (event) => event.persisted && settle())
