import "latchkit/auth.css"
import "../../../frameworks/site/site.css"

import type { Metadata } from "next"
import Link from "next/link"
import type { ReactNode } from "react"
import { SessionProvider } from "latchkit/react"

import { auth } from "../auth.ts"
import { UserMenu } from "./user-menu.tsx"

export const metadata: Metadata = { title: "Harbour" }

export default async function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <SessionProvider session={await auth()}>
          <header className="site-header">
            <nav>
              <Link href="/">Home</Link>
              <Link href="/protected">Protected</Link>
              <Link href="/account">Account</Link>
            </nav>
            <UserMenu />
          </header>
          <main className="site-main">{children}</main>
        </SessionProvider>
      </body>
    </html>
  )
}
