// Nothing on these pages signs in: a form that is complete isn't sent, and links of a shown component lead nowhere
const stop = (event: Event) => {
  event.preventDefault()
  event.stopImmediatePropagation()
}

for (const demo of document.querySelectorAll("[data-demo] .stage-ground")) {
  demo.addEventListener(
    "click",
    (event) => event.target instanceof Element && event.target.closest("a") && stop(event),
    true,
  )
  demo.addEventListener(
    "submit",
    (event) => event.target instanceof HTMLFormElement && event.target.checkValidity() && stop(event),
    true,
  )
  // A component's own script stops a form that is incomplete. Until it runs, this does
  demo.addEventListener("submit", (event) => event.preventDefault())
}

export {}
