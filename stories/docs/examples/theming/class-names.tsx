import "latchkit/auth.css"
import { SignIn, type SignInProps } from "latchkit/react"

const classNames = {
  card: "rounded-3xl shadow-xl",
  title: "font-serif text-3xl",
  button: "rounded-full data-[variant=primary]:bg-indigo-600",
  input: "border-zinc-300",
}

export function SignInCard({ card }: { card: SignInProps }) {
  return <SignIn {...card} classNames={classNames} />
}
