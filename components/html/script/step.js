// The script of features' pages that ask for a code, a confirmation or a new password, that sent an email, or that show
// recovery codes. It runs after page.js.
import { each } from "./code.js"
import { createPasskey } from "../../passkeys/create-passkey.ts"
import { requestPasskey } from "../../passkeys/request-passkey.ts"
import { startSaving } from "../../two-step/save-codes.ts"
import { newPasswordProblem } from "../../password/new-password.ts"
import { TYPED_PROBLEMS } from "../../password/password-rules.view.ts"
import { characterCount, passwordStrength } from "../../password/password-strength.view.ts"
import { icon } from "../../view/icons.ts"
import { tick } from "../../view/more-icons.ts"

each("[data-copy],[data-download],[data-print]", (button) => (button.hidden = false))

// The sign-up form's button for a passkey
each("[type=submit][data-later]", (button) => {
  if (typeof PublicKeyCredential === "function") button.hidden = false
  else button.removeAttribute("data-later")
})
startSaving(document, (button) => {
  const { copied } = button.dataset
  button.querySelector(".auth-text").textContent = copied
  const status = document.querySelector("[data-part=status]")
  if (status) status.textContent = copied
})

const toSvg = ({ tag, attributes, children }) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children.map(toSvg))
  return element
}

// The error was about the password that the user typed before
function showInsteadOfError(rule, input) {
  rule.hidden = false
  document.getElementById(input.getAttribute("aria-describedby"))?.remove()
  input.removeAttribute("aria-invalid")
  input.setAttribute("aria-describedby", rule.id)
}

// Shows how strong a new password is, as the cards do
each("[data-labels]", (meter) => {
  const input = meter.parentElement.querySelector("input")
  const rule = meter.parentElement.querySelector("[data-min]")
  const output = rule.querySelector("output")
  const sentences = meter.dataset.problems.split("|")
  const live = Object.assign(document.createElement("p"), { className: "auth-error" })
  input.form.addEventListener("input", ({ target }) => {
    const problem = newPasswordProblem(input)
    const sentence = sentences[TYPED_PROBLEMS.indexOf(problem)] ?? ""
    input.setCustomValidity(sentence) // checked before the form is sent, so that the password stays
    const met = characterCount(input.value) >= Number(rule.dataset.min)
    if (target === input && !problem && input.matches("[aria-invalid]")) showInsteadOfError(rule, input)
    live.textContent = sentence
    if (met && sentence && !input.matches("[aria-invalid]")) rule.after(live)
    else live.remove()
    const score = passwordStrength(input.value, problem)
    ;[...meter.children].forEach((bar, index) => bar.toggleAttribute("data-on", index < score))
    const requirement = rule.firstElementChild
    requirement.toggleAttribute("data-met", met)
    if (!met) requirement.querySelector("svg")?.remove()
    else if (!requirement.querySelector("svg")) requirement.prepend(toSvg(icon(tick, 14)))
    output.textContent = meter.dataset.labels.split("|")[score - 1] ?? ""
  })
})

const passkey = document.querySelector("[data-action=confirm]")

const setBusy = (busy) => {
  for (const name of ["aria-busy", "aria-disabled"]) {
    if (busy) passkey.setAttribute(name, "true")
    else passkey.removeAttribute(name)
  }
}

/** Proves a step with a passkey, or creates one: the form sends the authenticator's response. */
async function proveStep() {
  if (document.querySelector("button[aria-busy]")) return
  setBusy(true)
  const run = document.querySelector("[data-part=create-passkey]") ? createPasskey : requestPasskey
  const result = await run(passkey.dataset.options ?? "{}")
  setBusy(false)
  if (result.error) return showFailure(passkey.dataset.failed)
  passkey.form.elements.data.value = result.data
  passkey.form.requestSubmit()
}

function showFailure(sentence) {
  const alert = Object.assign(document.createElement("div"), { className: "auth-alert", tabIndex: -1 })
  alert.append(Object.assign(document.createElement("p"), { textContent: sentence }))
  document.querySelector("[data-part=alert]").replaceChildren(alert)
  alert.focus()
}

const unsupported = document.querySelector("[data-unsupported]")
if (passkey && typeof PublicKeyCredential === "function") {
  passkey.hidden = false
  unsupported.hidden = true
  passkey.addEventListener("click", () => void proveStep())
} else if (passkey) {
  passkey.removeAttribute("data-later")
  unsupported.removeAttribute("data-noscript")
}
