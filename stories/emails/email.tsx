import { useState } from "react"
import { en } from "../../components/view/messages/en.ts"
import { sampleMail, type MailKind, type MailLook } from "../../server/providers/email/mails.fixture.ts"
import { findMessages } from "../stage/languages.ts"

interface EmailProps {
  kind: MailKind
  look?: MailLook
  language?: string
  /** The reader's color scheme. @default the system's */
  scheme?: "light" | "dark" | undefined
  part?: "html" | "text"
}

// The sample emails link to this site. Their logos are files of Storybook
const SITE = "https://nightbook.example"

/** Renders an email as an email program does: its HTML in a frame without scripts, or its plain text. */
export function Email({ kind, look, language = "en", scheme, part = "html" }: EmailProps) {
  const [height, setHeight] = useState(640)
  const { subject, html, text } = sampleMail(kind, findMessages(language) ?? en, look)
  if (part === "text")
    return (
      <pre style={{ margin: 24, whiteSpace: "pre-wrap", overflowWrap: "anywhere", font: "14px/1.5 monospace" }}>
        {text}
      </pre>
    )
  return (
    <iframe
      title={subject}
      srcDoc={html.replaceAll(`src="${SITE}/`, `src="${location.origin}/`)}
      sandbox="allow-same-origin"
      style={{
        border: 0,
        blockSize: height,
        inlineSize: "100%",
        display: "block",
        colorScheme: scheme ?? "light dark",
      }}
      onLoad={({ currentTarget }) => setHeight(currentTarget.contentDocument?.documentElement.scrollHeight ?? height)}
    />
  )
}
