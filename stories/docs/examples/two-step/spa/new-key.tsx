import { useStepUp } from "latchkit/react"
import { useState, type SubmitEvent } from "react"

async function createKey(name: string): Promise<{ secret: string }> {
  const response = await fetch("/keys", { method: "POST", body: new URLSearchParams({ name }) })
  if (!response.ok) throw Object.assign(new Error("No key was created"), { response }) // as HTTP clients do
  return response.json()
}

export function NewKey() {
  const stepUp = useStepUp({ actionName: "Create a production key" })
  const [message, setMessage] = useState("")

  async function create(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get("name"))
    try {
      setMessage((await stepUp(() => createKey(name))).secret)
    } catch {
      setMessage("No key was created.") // the user canceled, or the API failed
    }
  }

  return (
    <form onSubmit={create}>
      <label>
        Name <input name="name" required />
      </label>
      <button>Create key</button>
      <output>{message}</output>
    </form>
  )
}
