import { accountCardView, type Section } from "./account-card.view.ts"
import { accountMarkup } from "./account.markup.ts"
import { isAnswerNewer, type AccountProps, type AccountState } from "./account-state.ts"
import { initialCardState } from "../screens/card.ts"
import type { Screen } from "../screens/screen.ts"
import { startWhenLoaded } from "../screens/start-when-loaded.ts"

/** Returns a screen with these sections. `alone` is the section of a card that has only one. */
export function accountCardScreen(sections: readonly Section[], alone?: Section): Screen<AccountProps, AccountState> {
  return {
    initial: { ...initialCardState, unanswered: false, done: false },
    markup(
      { onChange: _, ...props },
      { scripted, hasPasskeys, busy, error, sentence, answer, since, unanswered, done, change, now },
    ) {
      const isNewer = isAnswerNewer(props, { answer, since })
      const inputs = {
        ...props,
        scripted,
        hasPasskeys,
        details: isNewer ? answer : props.details,
        unanswered: props.unanswered ?? unanswered,
        busy: props.busy ?? busy,
        error: error ?? (isNewer ? undefined : props.error),
        sentence: error && sentence,
        done: props.done ?? done,
        change: error === undefined ? props.change : change,
        now: props.now ?? now,
      }
      return accountMarkup(accountCardView(inputs, sections, alone))
    },
    start: (page) => startWhenLoaded(page, async () => (await import("./start-account.ts")).startAccount),
  }
}
