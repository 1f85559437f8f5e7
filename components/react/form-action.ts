import * as React from "react"
import type { FormEvent } from "react"

/** A React form action. */
export type FormAction = (form: FormData) => void | Promise<void>

/**
 * Takes a form action out of a component's props. Returns the other props, and the properties of each form. Until React
 * runs, React 18's forms post to the page.
 */
export const splitAction = <Props extends { action?: string | FormAction | undefined }>({
  action,
  ...props
}: Props): readonly [Omit<Props, "action"> & { action: string | undefined }, object?] =>
  typeof action === "function" ? [{ ...props, action: "?" }, formProperties(action)] : [{ ...props, action }]

// React 19 submits a form to a function, and so does the React of Next 14's `app` folder
const formProperties = (action: FormAction) =>
  "use" in React
    ? { action, method: undefined }
    : {
        onSubmit(event: FormEvent<HTMLFormElement>) {
          if (event.defaultPrevented) return // the card handles the form, or it isn't complete
          event.preventDefault()
          void action(new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter)) // a submit event's
        },
      }
