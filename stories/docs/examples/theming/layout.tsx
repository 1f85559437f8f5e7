import "latchkit/auth.css"
import type { ReactNode } from "react"

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <title>Acme</title>
        <link rel="stylesheet" href="/auth/theme.css" />
      </head>
      <body>{children}</body>
    </html>
  )
}
