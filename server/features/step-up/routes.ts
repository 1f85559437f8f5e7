import { confirmFailure } from "../../core/request/failures.ts"
import { lazy } from "../../lazy.ts"
import { always, type Routes } from "../../core/request/route.ts"

/** The page where a signed-in user confirms that it's still them. */
export const CONFIRM_ROUTES: Routes = {
  "GET confirm": {
    run: lazy(() => import("./confirm.ts"), "showConfirm"),
  },
  "POST confirm": {
    onError: confirmFailure,
    run: lazy(() => import("./confirm.ts"), "submitConfirm"),
    csrf: always,
    limit: () => "step",
  },
}
