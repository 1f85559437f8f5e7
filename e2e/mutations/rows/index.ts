import type { Mutation } from "../mutation.ts"
import { actions } from "./actions.ts"
import { adapters } from "./adapters.ts"
import { around } from "./around.ts"
import { client } from "./client.ts"
import { componentViews } from "./component-views.ts"
import { components } from "./components.ts"
import { features } from "./features.ts"
import { foundations } from "./foundations.ts"
import { protocols } from "./protocols.ts"
import { signIn } from "./sign-in.ts"
import { stores } from "./stores.ts"

export const MUTATIONS: readonly Mutation[] = [
  ...actions,
  ...signIn,
  ...protocols,
  ...foundations,
  ...features,
  ...adapters,
  ...stores,
  ...around,
  ...client,
  ...components,
  ...componentViews,
]
