import { useSignIn, type SignInProps } from "latchkit/react"

export function OwnCard(props: SignInProps) {
  const { root, card, step } = useSignIn(props)
  return <section ref={root}>{step ?? (card && <Forms card={card} />)}</section>
}

type Card = NonNullable<ReturnType<typeof useSignIn>["card"]>

function Forms({ card }: { card: Card }) {
  const { view, methods, account } = card
  return (
    <>
      <h1>{view.title}</h1>
      <div {...card.alert()}>
        {view.failedForm === undefined && <Alert card={card} text={view.alert} />}
      </div>
      {account && (
        <p {...card.accountRow()}>
          {account.identifier} <a {...card.change()}>{account.change.label}</a>
        </p>
      )}
      {methods.map((method) => (
        <form key={method.id} {...card.form(method)}>
          {card.hidden(method).map((input) => (
            <input key={String(input["name"])} {...input} />
          ))}
          {method.kind === "form" && (
            <>
              <div {...card.alert(method)}>
                <Alert card={card} text={method.alert} />
              </div>
              {method.fields.map((field) => (
                <p key={field.id}>
                  <label {...card.label(field)}>{field.label}</label>
                  <input {...card.input(field)} />
                  {field.reveal && (
                    <button {...card.reveal(field)}>{field.reveal.label}</button>
                  )}
                  {field.forgot && <a href={field.forgot.href}>{field.forgot.label}</a>}
                  {field.error && <small {...card.error(field)}>{field.error}</small>}
                </p>
              ))}
            </>
          )}
          <button {...card.submit(method)}>{method.label}</button>
          {method.kind === "form" && method.email && (
            <button {...card.email(method)}>{method.email.label}</button>
          )}
        </form>
      ))}
      {view.remember && (
        <label hidden={view.remember.hidden}>
          <input {...card.remember()} /> {view.remember.label}
        </label>
      )}
      {view.passkey && <button {...card.passkey()}>{view.passkey.label}</button>}
      {view.footer && (
        <p>
          {view.footer.text} <a href={view.footer.href}>{view.footer.label}</a>
        </p>
      )}
    </>
  )
}

function Alert({ card, text }: { card: Card; text: string | undefined }) {
  return text === undefined ? null : <p {...card.message()}>{text}</p>
}
