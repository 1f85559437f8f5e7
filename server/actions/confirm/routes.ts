import { confirmFailure } from "../errors/json.ts"
import { lazy } from "../../lazy.ts"
import { always, type Routes } from "../route.ts"

/** The page where a signed-in user confirms that it's still them. */
export const CONFIRM_ROUTES: Routes = {
  "GET confirm": {
    run: lazy(() => import("./form.ts"), "showConfirm"),
  },
  "POST confirm": {
    onError: confirmFailure,
    run: lazy(() => import("./form.ts"), "submitConfirm"),
    csrf: always,
    limit: () => "step",
  },
}
