import "latchkit/auth.css"
import { signInProps } from "../../auth.ts"
import { SignInForm } from "./sign-in-form.tsx"

// For Cache Components: the page has its form from the start, so that it works without JavaScript
export const instant = false

type Query = Promise<Record<string, string | string[] | undefined>>

export default async function Page({ searchParams }: { searchParams: Query }) {
  return <SignInForm {...await signInProps(await searchParams)} />
}
