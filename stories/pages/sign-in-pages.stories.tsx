import { Page } from "./page.tsx"
import { SIGN_IN_PAGES, type SignInPage } from "./sign-in-pages.fixture.ts"

interface Shown {
  page: SignInPage
}

export default {
  title: "Pages/Sign in", // Storybook asks for it
  render: ({ page }: Shown, { globals }: { globals: Record<string, unknown> }) => (
    <Page
      key={JSON.stringify([page, globals])}
      markup={SIGN_IN_PAGES[page]}
      globals={globals as Record<string, string>} // declared in the preview
    />
  ),
}

const story = (page: SignInPage, name: string) => ({ name, args: { page } satisfies Shown })

export const Address = story("identifier-first", "Address first")
export const Rejected = story("identifier-first-rejected", "Address first: incomplete address")
export const Failed = story("identifier-first-failed", "Address first: failed provider")
export const Waiting = story("identifier-first-waiting", "Address first: waiting")
export const Password = story("identifier-first-password", "Address first: password")
export const Methods = story("identifier-first-methods", "Address first: password, email and passkey")
export const Email = story("identifier-first-email", "Address first: email")
export const Company = story("identifier-first-company", "Address first: provider of a company")
export const WrongPassword = story("identifier-first-wrong-password", "Address first: wrong password")
export const LongTexts = story("identifier-first-long", "Address first: long texts")
export const AlreadySignedIn = story("already-signed-in", "Already signed in")
export const AlreadySignedInAddress = story("already-signed-in-address", "Already signed in: without a name")
export const AlreadySignedInLogo = story("already-signed-in-logo", "Already signed in: with a logo")
export const AlreadySignedInLong = story("already-signed-in-long", "Already signed in: long texts")
