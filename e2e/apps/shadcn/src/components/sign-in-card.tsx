"use client"

import "latchkit/auth.css"
import "./latchkit.css"
import { useSignIn, type SignInProps } from "latchkit/react"
import { Button } from "@/components/ui/button"
import { Card, CardContent } from "@/components/ui/card"
import { Input } from "@/components/ui/input"
import { Label } from "@/components/ui/label"
import { cn } from "@/lib/utils"

/** Signs a user in: by the address with a password or a code, by a passkey, or with a provider. */
export function SignInCard({ className, ...props }: SignInProps) {
  const { root, card, step } = useSignIn({ emailFirst: true, addressOnce: true, ...props })
  return (
    <Card ref={root} aria-busy={!card && !step} className={cn("w-full max-w-sm", className)}>
      <CardContent className="flex flex-col gap-6">
        {step ?? (card ? <Content card={card} /> : <Loading />)}
      </CardContent>
    </Card>
  )
}

type OwnCard = NonNullable<ReturnType<typeof useSignIn>["card"]>
type Method = OwnCard["methods"][number]
type FormMethod = Extract<Method, { kind: "form" }>

function Content({ card }: { card: OwnCard }) {
  const { view, methods } = card
  const forms = methods.filter((method) => method.kind === "form")
  const buttons = methods.filter((method) => method.kind === "button")
  const hasPasskey = view.passkey?.hidden === false
  return (
    <>
      <div className="grid gap-1.5 text-center">
        <h1 className="text-xl font-semibold">{view.title}</h1>
        <p className="text-sm text-muted-foreground">{view.lead}</p>
      </div>
      <div className="empty:-mb-6" {...card.alert()}>
        {view.failedForm === undefined && <Alert card={card} text={view.alert} />}
      </div>
      {forms.map((method) => (
        <Form key={method.id} card={card} method={method} />
      ))}
      {forms.length > 0 && (buttons.length > 0 || hasPasskey) && <Divider text={view.or} />}
      {(buttons.length > 0 || view.passkey) && (
        <div className="grid gap-3">
          {view.passkey && (
            <Button variant="outline" {...card.passkey()}>
              {view.passkey.label}
            </Button>
          )}
          {buttons.map((method) => (
            <form key={method.id} className="grid" {...card.form(method)}>
              <Hidden card={card} method={method} />
              <Button variant="outline" {...card.submit(method)}>
                <Spinner shown={method.busy} />
                {method.label}
                {method.badge && <small className="text-muted-foreground">{method.badge}</small>}
              </Button>
            </form>
          ))}
        </div>
      )}
      {view.remember && (
        <Label hidden={view.remember.hidden}>
          <input className="accent-primary" {...card.remember()} /> {view.remember.label}
        </Label>
      )}
      {view.footer && (
        <p className="text-center text-sm text-muted-foreground">
          {view.footer.text}{" "}
          <a className="text-foreground underline underline-offset-4" href={view.footer.href}>
            {view.footer.label}
          </a>
        </p>
      )}
    </>
  )
}

function Form({ card, method }: { card: OwnCard; method: FormMethod }) {
  return (
    <form className="flex flex-col gap-4" {...card.form(method)}>
      <Hidden card={card} method={method} />
      <div className="empty:-mb-4" {...card.alert(method)}>
        <Alert card={card} text={method.alert} />
      </div>
      {method.fields.map((field) => (
        <div key={field.id} className="grid gap-2">
          <div className="flex items-center justify-between">
            <Label {...card.label(field)}>{field.label}</Label>
            {field.forgot && (
              <a className="text-sm underline-offset-4 hover:underline" href={field.forgot.href}>
                {field.forgot.label}
              </a>
            )}
          </div>
          <Input {...card.input(field)} />
          {field.error && (
            <p className="text-sm text-destructive" {...card.error(field)}>
              {field.error}
            </p>
          )}
        </div>
      ))}
      <Button {...card.submit(method)}>
        <Spinner shown={method.busy} />
        {method.label}
      </Button>
      {method.email && (
        <Button variant="outline" {...card.email(method)}>
          <Spinner shown={method.email.busy} />
          {method.email.label}
        </Button>
      )}
    </form>
  )
}

function Hidden({ card, method }: { card: OwnCard; method: Method }) {
  return card.hidden(method).map((input) => <input key={String(input["name"])} {...input} />)
}

function Alert({ card, text }: { card: OwnCard; text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p className="rounded-md border border-destructive/40 px-3 py-2 text-sm text-destructive" {...card.message()}>
      {text}
    </p>
  )
}

function Divider({ text }: { text: string }) {
  return (
    <div className="flex items-center gap-3 text-xs text-muted-foreground before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
      {text}
    </div>
  )
}

function Spinner({ shown }: { shown: boolean }) {
  if (!shown) return null
  return <span aria-hidden className="size-4 animate-spin rounded-full border-2 border-current border-t-transparent" />
}

/** Has the height of a form, so that the page doesn't move when the methods are there. */
function Loading() {
  return (
    <div aria-hidden className="grid animate-pulse gap-4">
      <div className="mx-auto h-7 w-48 rounded-md bg-muted" />
      <div className="h-9 rounded-md bg-muted" />
      <div className="h-9 rounded-md bg-muted" />
      <div className="h-9 rounded-md bg-muted" />
    </div>
  )
}
