import { SessionProvider } from "next-auth/react"
import type { ReactNode } from "react"
import { auth } from "@/auth"
import { UserMenu } from "./user-menu"

export default async function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <SessionProvider session={await auth()}>
          <UserMenu />
          {children}
        </SessionProvider>
      </body>
    </html>
  )
}
