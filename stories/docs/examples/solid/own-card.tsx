/** @jsxImportSource solid-js */
import { useSignIn, type OwnMethod, type SignInProps } from "latchkit/solid"
import { Index, Show } from "solid-js"

export function OwnCard(props: SignInProps) {
  const signIn = useSignIn(props)
  return (
    <section ref={signIn.root}>
      {signIn.step}
      <Show when={signIn.card}>{(card) => <Forms card={card()} />}</Show>
    </section>
  )
}

type Card = NonNullable<ReturnType<typeof useSignIn>["card"]>

const listFields = (method: OwnMethod) => (method.kind === "form" ? method.fields : [])
const emailButton = (method: OwnMethod) =>
  method.kind === "form" ? method.email : undefined

// `Index` instead of `For`: each change creates new objects, and the fields must keep what the user types. With
// another account the fields are new
function Forms(props: { card: Card }) {
  const alert = (text: () => string | undefined) => (
    <Show when={text()}>
      <p {...props.card.message()}>{text()}</p>
    </Show>
  )
  return (
    <>
      <h1>{props.card.view.title}</h1>
      <div {...props.card.alert()}>
        {alert(() =>
          props.card.view.failedForm === undefined ? props.card.view.alert : undefined,
        )}
      </div>
      <Show when={props.card.account}>
        {(account) => (
          <p {...props.card.accountRow()}>
            {account().identifier} <a {...props.card.change()}>{account().change.label}</a>
          </p>
        )}
      </Show>
      <Show keyed when={props.card.account?.identifier ?? "none"}>
        <Index each={props.card.methods}>
          {(method) => (
            <form {...props.card.form(method())}>
              <Index each={props.card.hidden(method())}>
                {(input) => <input {...input()} />}
              </Index>
              <Show when={method().kind === "form"}>
                <div {...props.card.alert(method())}>
                  {alert(() =>
                    props.card.view.failedForm === method().id
                      ? props.card.view.alert
                      : undefined,
                  )}
                </div>
              </Show>
              <Index each={listFields(method())}>
                {(field) => (
                  <p>
                    <label {...props.card.label(field())}>{field().label}</label>
                    <input {...props.card.input(field())} />
                    <Show when={field().reveal}>
                      <button {...props.card.reveal(field())}>
                        {field().reveal?.label}
                      </button>
                    </Show>
                    <Show when={field().forgot}>
                      {(link) => <a href={link().href}>{link().label}</a>}
                    </Show>
                    <Show when={field().error}>
                      <small {...props.card.error(field())}>{field().error}</small>
                    </Show>
                  </p>
                )}
              </Index>
              <button {...props.card.submit(method())}>{method().label}</button>
              <Show when={emailButton(method())}>
                {(email) => (
                  <button {...props.card.email(method())}>{email().label}</button>
                )}
              </Show>
            </form>
          )}
        </Index>
      </Show>
      <Show when={props.card.view.remember}>
        {(remember) => (
          <label hidden={remember().hidden}>
            <input {...props.card.remember()} /> {remember().label}
          </label>
        )}
      </Show>
      <Show when={props.card.view.passkey}>
        {(passkey) => <button {...props.card.passkey()}>{passkey().label}</button>}
      </Show>
      <Show when={props.card.view.footer}>
        {(line) => (
          <p>
            {line().text} <a href={line().href}>{line().label}</a>
          </p>
        )}
      </Show>
    </>
  )
}
