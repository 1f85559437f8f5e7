import { confirmFailure } from "../errors/json.ts"
import { always, lazyAction, type Routes } from "../route.ts"

/** The page where a signed-in user confirms that it's still them. */
export const CONFIRM_ROUTES: Routes = {
  "GET confirm": {
    responds: "negotiated",
    run: lazyAction(async () => (await import("./form.ts")).showConfirm),
  },
  "POST confirm": {
    responds: "negotiated",
    onError: confirmFailure,
    run: lazyAction(async () => (await import("./form.ts")).submitConfirm),
    csrf: always,
    limit: () => "step",
  },
}
