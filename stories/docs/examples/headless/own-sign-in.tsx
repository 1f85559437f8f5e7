import { signInView, type SignInViewProps } from "latchkit/headless"
import { signIn } from "latchkit/react"

export function OwnSignIn(props: SignInViewProps) {
  const view = signInView(props)
  const methods = view.groups
    .map((group) => (group.kind === "form" ? [group.method] : group.methods))
    .flat()
  return (
    <main>
      <h1>{view.title}</h1>
      <p role="alert">{view.alert}</p>
      {methods.map((method) => (
        <form
          key={method.id}
          method="post"
          action={method.action}
          onSubmit={(event) => {
            event.preventDefault()
            const form = new FormData(event.currentTarget)
            void signIn(method.id, Object.fromEntries(form) as Record<string, string>)
          }}
        >
          {method.hidden.map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {method.kind === "form" &&
            method.fields.map((field) => (
              <p key={field.id}>
                <label htmlFor={field.id}>{field.label}</label>
                <input
                  id={field.id}
                  name={field.name}
                  type={field.type}
                  defaultValue={field.value}
                  autoComplete={field.autocomplete}
                  required={field.required}
                  aria-invalid={field.invalid}
                />
                {field.error}
              </p>
            ))}
          <button>{method.label}</button>
        </form>
      ))}
    </main>
  )
}
