import { accountCardView, type Section } from "./account-card.view.ts"
import { accountMarkup } from "./account.markup.ts"
import { shownDetails, type AccountProps, type AccountState } from "./account-state.ts"
import { initialCardState } from "../screens/card.ts"
import type { Screen } from "../screens/screen.ts"
import { startWhenLoaded } from "../screens/start-when-loaded.ts"

/** Returns a screen with these sections. `alone` is the section of a card that has only one. */
export function accountCardScreen(sections: readonly Section[], alone?: Section): Screen<AccountProps, AccountState> {
  return {
    initial: {
      ...initialCardState,
      answer: undefined,
      since: undefined,
      version: undefined,
      unanswered: false,
      done: false,
      change: undefined,
      now: undefined,
    },
    markup(
      { onChange: _, ...props },
      { scripted, hasPasskeys, busy, error, answer, since, unanswered, done, change, now },
    ) {
      const isNewer = answer !== undefined && since === props.details
      const inputs = {
        ...props,
        scripted,
        hasPasskeys,
        details: shownDetails(props, { answer, since }),
        unanswered: props.unanswered ?? unanswered,
        busy: props.busy ?? busy,
        error: error ?? (isNewer ? undefined : props.error),
        done: props.done ?? done,
        change: error === undefined ? props.change : change,
        now: props.now ?? now,
      }
      return accountMarkup(accountCardView(inputs, sections, alone))
    },
    start: (page) => startWhenLoaded(page, async () => (await import("./start-account.ts")).startAccount),
  }
}
