/** Finds a number whose hash, after the challenge, starts with enough zero bits. */
async function solve() {
  const challenge = await (await fetch("/challenge", { method: "POST" })).text()
  const bits = Number(challenge.split(".")[0])
  const text = new TextEncoder()
  for (let solution = 0; ; solution++) {
    const proof = `${challenge}~${solution}`
    const hash = await crypto.subtle.digest("SHA-256", text.encode(proof))
    if (Math.clz32(new DataView(hash).getUint32(0)) >= bits) return proof
  }
}

/** Adds the field `proof` to the form around it, and holds the form until it is solved. */
class ProofOfWork extends HTMLElement {
  static formAssociated = true
  internals = this.attachInternals()
  proof = undefined
  isReady = false
  isWaiting = false

  formAssociatedCallback(form) {
    this.internals.role = "status"
    // While the user types, who may have begun before this script was there
    if (form?.matches(":focus-within")) this.start()
    else form?.addEventListener("focusin", () => this.start(), { once: true })
    form?.addEventListener("submit", (event) => this.hold(event, form), { capture: true })
  }

  start() {
    this.proof ??= solve().catch(() => {
      this.proof = undefined // the next submit tries again
      return "" // without a proof, the server rejects the form
    })
    return this.proof
  }

  async hold(event, form) {
    if (event.defaultPrevented) return
    if (this.isReady) return void setTimeout(() => this.reset()) // a proof works once, and this form sends it now
    event.preventDefault()
    event.stopImmediatePropagation()
    if (this.isWaiting) return
    this.isWaiting = true
    this.textContent = "One moment…"
    const fields = new FormData()
    fields.set("proof", await this.start())
    this.internals.setFormValue(fields)
    this.textContent = ""
    this.isWaiting = false
    this.isReady = true
    setTimeout(() => form.requestSubmit(event.submitter)) // browsers ignore it until the first submit has ended
  }

  reset() {
    this.isReady = false
    this.proof = undefined
    this.internals.setFormValue(null)
  }
}

customElements.define("proof-of-work", ProofOfWork)
