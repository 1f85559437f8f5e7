import { AddressFirstForm } from "./address-first-form.tsx"
import { signInProps } from "../../auth.ts"

type Query = Promise<Record<string, string | string[] | undefined>>

export default async function Page({ searchParams }: { searchParams: Query }) {
  return (
    <div className="site-card">
      <AddressFirstForm {...await signInProps(await searchParams)} />
    </div>
  )
}
