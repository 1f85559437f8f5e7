import { useState } from "react"

/** A text to copy, with its button. */
export function Copied({ text, name }: { text: string; name: string }) {
  const [done, setDone] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setDone(true)
    setTimeout(() => setDone(false), 2000)
  }
  return (
    <span className="docs-copied">
      <code tabIndex={0} role="group" aria-label={name}>
        {text}
      </code>
      <button type="button" onClick={copy} aria-label={`Copy ${name}`}>
        {done ? "Copied" : "Copy"}
      </button>
      <span role="status" className="docs-hidden">
        {done ? `${name} copied` : ""}
      </span>
    </span>
  )
}
