import { SignInCard } from "./sign-in-card.tsx"
import { signInProps } from "../../auth.ts"

type Query = Promise<Record<string, string | string[] | undefined>>

export default async function Login({ searchParams }: { searchParams: Query }) {
  return (
    <div className="site-card">
      <SignInCard {...await signInProps(await searchParams)} />
    </div>
  )
}
