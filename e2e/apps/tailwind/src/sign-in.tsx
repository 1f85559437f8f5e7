import { SignIn } from "latchkit/react"

const classNames = {
  card: "rounded-3xl border-0 shadow-2xl dark:ring-1 dark:ring-white/10",
  title: "text-3xl tracking-tight",
  input: "bg-slate-50 dark:bg-slate-950",
  button: "rounded-full data-[variant=primary]:uppercase",
}

export function SignInPage() {
  return (
    <main className="grid min-h-dvh place-items-center bg-slate-100 p-4 dark:bg-slate-900">
      <SignIn classNames={classNames} />
      <a className="rounded-control bg-brand px-4 py-2 text-on-brand" href="/pricing">
        Pricing
      </a>
    </main>
  )
}
