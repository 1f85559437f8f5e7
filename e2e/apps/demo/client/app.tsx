import { BrandSwitch } from "./brand-switch.tsx"
import { Header } from "./header.tsx"
import { pageBrand } from "./page-data.ts"
import { Account } from "./pages/account.tsx"
import { Journal } from "./pages/journal.tsx"
import { Mailbox } from "./pages/mailbox.tsx"
import { NotFound } from "./pages/not-found.tsx"
import { SignIn } from "./pages/sign-in.tsx"
import { Tonight } from "./pages/tonight.tsx"

const PAGES: Record<string, () => React.ReactNode> = {
  "/": Tonight,
  "/journal": Journal,
  "/account": Account,
  "/mailbox": Mailbox,
  "/sign-in": SignIn,
}

/** Renders the header and the page at a path. */
export function App({ path }: { path: string }) {
  const Page = PAGES[path] ?? NotFound
  return (
    <>
      <a className="skip" href="#content">
        Skip to content
      </a>
      <Header path={path} />
      <main id="content" tabIndex={-1}>
        <Page />
      </main>
      <footer>
        <p>{pageBrand().name} is a demo of Latchkit. Nothing here leaves this computer.</p>
        <BrandSwitch path={path} />
      </footer>
    </>
  )
}
