import "latchkit/auth.css"
import { stepUp } from "latchkit/headless"

document.querySelector("form")?.addEventListener("submit", async (event) => {
  event.preventDefault()
  const body = new FormData(event.currentTarget as HTMLFormElement)
  const create = () => fetch("/keys", { method: "POST", body })
  const response = await stepUp(create, { actionName: "Create a production key" })
  if (response.ok) location.reload()
})
