import { Show } from "solid-js"
import { useSession } from "latchkit/solid"
import { leave } from "./actions.ts"

export function UserMenu() {
  const session = useSession()
  return (
    <div class="site-user">
      <Show when={session().data} fallback={<a href="/login">Sign in</a>}>
        {(data) => (
          <>
            <span>{data().user?.name}</span>
            <form method="post" action={leave}>
              <input type="hidden" name="redirectTo" value="/" />
              <button class="site-button">Sign out</button>
            </form>
          </>
        )}
      </Show>
    </div>
  )
}
