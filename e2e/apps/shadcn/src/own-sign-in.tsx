import { useSignIn, type SignInProps } from "latchkit/react"
import { Button } from "@/components/ui/button"
import { Card, CardContent } from "@/components/ui/card"
import { Input } from "@/components/ui/input"
import { Label } from "@/components/ui/label"
import { cn } from "@/lib/utils"

export function OwnSignIn({ className, ...props }: SignInProps) {
  const { root, card, step } = useSignIn(props)
  return (
    <Card ref={root} className={cn("w-full max-w-sm", className)}>
      <CardContent className="grid gap-6">{step ?? (card && <Forms card={card} />)}</CardContent>
    </Card>
  )
}

type SignInCard = NonNullable<ReturnType<typeof useSignIn>["card"]>

function Forms({ card }: { card: SignInCard }) {
  const { view, methods } = card
  return (
    <>
      <h1 className="text-center text-xl font-semibold">{view.title}</h1>
      <div className="empty:-mb-6" {...card.alert()}>
        {view.failedForm === undefined && <Alert card={card} text={view.alert} />}
      </div>
      {methods.map((method) => (
        <form key={method.id} className="grid gap-4" {...card.form(method)}>
          {card.hidden(method).map((input) => (
            <input key={String(input["name"])} {...input} />
          ))}
          {method.kind === "form" && (
            <>
              <div className="empty:-mb-4" {...card.alert(method)}>
                <Alert card={card} text={method.alert} />
              </div>
              {method.fields.map((field) => (
                <div key={field.id} className="grid gap-2">
                  <Label {...card.label(field)}>{field.label}</Label>
                  <Input {...card.input(field)} />
                  {field.error && (
                    <p className="text-sm text-destructive" {...card.error(field)}>
                      {field.error}
                    </p>
                  )}
                </div>
              ))}
            </>
          )}
          <Button variant={method.kind === "form" ? "default" : "outline"} {...card.submit(method)}>
            {method.label}
          </Button>
        </form>
      ))}
      {view.remember && (
        <Label hidden={view.remember.hidden}>
          <input className="accent-primary" {...card.remember()} /> {view.remember.label}
        </Label>
      )}
      {view.passkey && (
        <Button variant="ghost" {...card.passkey()}>
          {view.passkey.label}
        </Button>
      )}
    </>
  )
}

function Alert({ card, text }: { card: SignInCard; text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p className="rounded-md border border-destructive/40 px-3 py-2 text-sm text-destructive" {...card.message()}>
      {text}
    </p>
  )
}
