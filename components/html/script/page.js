// The script of the built-in pages: busy buttons, messages at fields, showing the password, and the focus on an error.

const each = (selector, run) => document.querySelectorAll(selector).forEach(run)

const settle = () =>
  each("button[aria-busy]", (button) => {
    button.removeAttribute("aria-busy")
    button.removeAttribute("aria-disabled")
  })

// One checkbox for all forms. For pages without a script, each form has its own
const box = document.querySelector("[data-remember]")
if (box) {
  box.parentElement.hidden = false
  each("button[form]", (button) => button.removeAttribute("form")) // its own form has the same URL
}

each("form", (form) => {
  if (form.dataset.part === "export") return // a download leaves the page as it is
  form.addEventListener("submit", (event) => {
    if (box && form.remember) form.remember.checked = box.checked
    const button = event.submitter ?? form.querySelector(".auth-button")
    const waits = button?.matches("[aria-disabled=true]")
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

// The second button of a form needs only the address
each("[formnovalidate]", (button) => {
  const { form } = button
  const required = form.password?.required // an app's password may be optional
  button.formNoValidate = false
  form.onclick = ({ target }) => {
    form.password.required = required && !button.contains(target) // returning it would prevent the click
    if (button.contains(target)) form.password.setCustomValidity("")
  }
})

each("[data-reveal]", (toggle) => {
  toggle.hidden = false
  toggle.onclick = () => show(toggle, !toggle.matches("[aria-pressed=true]"))
})

// The messages at fields that lack something, in the page's language, are loaded when they are first needed
const { dataset } = document.body
const explain = (event) => {
  if (!dataset.fields) return
  event.preventDefault()
  import(dataset.fields).then(
    ({ show }) => show(event.target, dataset),
    () => {
      dataset.fields = ""
      event.target.reportValidity() // in the browser's own bubble
    },
  )
}
addEventListener("invalid", explain, true)

// The first error takes the focus
document.querySelector("[data-focus]")?.focus()

// The back button restores the page as it was left, with busy buttons
addEventListener("pageshow", (event) => event.persisted && settle())

// Built-in pages fade into each other. An app's page, which has no rule for it, would report a fade as an error. So
// would either page if the fade ends early: the user leaves again, or the next page comes too late
const quiet = ({ viewTransition }) => viewTransition?.ready.catch(() => {})
addEventListener("pagereveal", quiet)
addEventListener("pageswap", (event) => {
  quiet(event)
  if (!event.activation?.entry.url.startsWith(new URL("..", import.meta.url).href))
    event.viewTransition?.skipTransition()
})
