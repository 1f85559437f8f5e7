"use client"

import "latchkit/auth.css"
import { useStepUp } from "latchkit/react"
import { useState, type SubmitEvent } from "react"

export function NewKey() {
  const stepUp = useStepUp({ actionName: "Create a production key" })
  const [secret, setSecret] = useState<string>()

  async function create(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const body = new FormData(event.currentTarget)
    const response = await stepUp(() => fetch("/api/keys", { method: "POST", body }))
    if (response.ok) setSecret((await response.json()).secret)
  }

  return (
    <form action="/api/keys" method="post" onSubmit={create}>
      <label>
        Name <input name="name" required />
      </label>
      <button>Create key</button>
      <output>{secret}</output>
    </form>
  )
}
