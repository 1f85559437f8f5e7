import type { PasswordFormState, PasswordInputs } from "./password-state.ts"
import { formName, postNatively, submittedForm } from "../screens/native-forms.ts"
import type { ScreenPage } from "../screens/screen.ts"
import { startWhenLoaded } from "../screens/start-when-loaded.ts"

type Page = ScreenPage<PasswordInputs, PasswordFormState>

const loadBehavior = () =>
  import("./start-password-form.ts").then(
    (it) => it.startPasswordForm,
    () => startWithoutScript,
  )

/** Adds the behavior of a password card, which is loaded after the first render. */
export function startPasswordForm(page: Page): () => void {
  const ended = new AbortController()
  page.root.addEventListener("formdata", (event) => nameAccount(event, page), { signal: ended.signal })
  const stop = startWhenLoaded(page, loadBehavior)
  return () => {
    ended.abort()
    stop()
  }
}

// The server rejects a change for another account, to which another tab may have switched. A new token would allow it
function nameAccount({ target, formData }: FormDataEvent, { props }: Page): void {
  const isAccount = (target as Element).getAttribute("action")?.endsWith("/account") // a form's
  if (isAccount && props.email) formData.set("email", props.email)
}

/**
 * Posts the forms of a card whose script a deploy has removed, or something blocks. The page's CSRF token may have no
 * cookie, so they get another one.
 */
function startWithoutScript(page: Page): () => void {
  const ended = new AbortController()
  const { signal } = ended
  const submit = (event: SubmitEvent) => {
    const form = submittedForm(event)
    if (!form || page.props.action !== undefined) return
    event.preventDefault()
    if (page.state.busy !== undefined) return
    page.set({ busy: event.submitter?.getAttribute("name") || formName(form, event.submitter), error: undefined })
    void postNatively(form, event.submitter, page.props).then((failure) => page.set({ busy: undefined, ...failure }))
  }
  page.root.addEventListener("submit", submit, { signal })
  // The back button restores the page as it was left, with busy buttons
  addEventListener("pageshow", ({ persisted }) => persisted && page.set({ busy: undefined }), { signal })
  page.set({ scripted: false }) // nothing shows the password
  return () => ended.abort()
}
