import { PasswordForm } from "./password-form.tsx"

type Query = Promise<{ redirectTo?: string }>

export default async function Password({ searchParams }: { searchParams: Query }) {
  const { redirectTo = "/account" } = await searchParams
  return (
    <>
      <h1>Sign in with a password</h1>
      <PasswordForm redirectTo={redirectTo} />
    </>
  )
}
