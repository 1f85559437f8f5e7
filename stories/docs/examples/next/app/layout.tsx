import { Suspense, type ReactNode } from "react"
import { SessionProvider } from "latchkit/react"
import { auth } from "../auth.ts"

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <Suspense>
          <WithSession>{children}</WithSession>
        </Suspense>
      </body>
    </html>
  )
}

async function WithSession({ children }: { children: ReactNode }) {
  return <SessionProvider session={await auth()}>{children}</SessionProvider>
}
