// The messages of the built-in pages at fields that lack something, instead of the browser's bubbles. page.js loads it.

const clear = ({ id }) => {
  document.getElementById(`${id}-error`)?.remove()
  document.getElementById(id)?.removeAttribute("aria-invalid")
}

function explain(field, words) {
  const { id, name, type, validity, validationMessage } = field
  const missing = document.body.getAttribute(`data-required-${name}`) ?? words.required
  const textContent = validity.valueMissing ? missing : type === "email" ? words.email : validationMessage
  const error = Object.assign(document.createElement("p"), { id: `${id}-error`, className: "auth-error", textContent })
  const place = field.closest("[data-part=field]")
  place?.querySelector(".auth-error")?.remove() // what the page said while the user typed
  place?.append(error)
  field.setAttribute("aria-invalid", "true")
  field.setAttribute("aria-describedby", error.id)
}

/** Shows what the fields of a form lack, and focuses the first one. The browser tells each of them. */
export function show({ form }, words) {
  form.querySelectorAll("input[aria-invalid]").forEach(clear)
  const invalid = [...form.querySelectorAll("input:invalid")]
  invalid.forEach((field) => explain(field, words))
  invalid[0]?.focus()
}
