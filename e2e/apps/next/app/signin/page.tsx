import { SignInForm } from "./sign-in-form.tsx"
import { signInProps } from "../../auth.ts"

type Query = Promise<Record<string, string | string[] | undefined>>

export default async function Page({ searchParams }: { searchParams: Query }) {
  return (
    <div className="site-card">
      <SignInForm {...await signInProps(await searchParams)} />
    </div>
  )
}
