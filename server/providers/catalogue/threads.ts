import { markThreads } from "../../../components/view/marks/marks.generated.ts"
import { oauthWith } from "../define.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at Threads. Its other fields are untyped. */
export interface ThreadsProfile extends UntypedProfile {
  data: { id: string; username?: string; threads_profile_picture_url?: string; threads_biography?: string }
}

/**
 * Signs in with Threads. Register the redirect URI `https://your.site/auth/callback/threads`, and set
 * `AUTH_THREADS_ID` and `AUTH_THREADS_SECRET`. Takes the id and the secret of the Threads app, not those of the Meta
 * app.
 *
 * @see https://developers.facebook.com/docs/threads/get-started/get-access-tokens-and-permissions
 */
export const Threads = oauthWith<ThreadsProfile>()("threads", "Threads", {
  mark: markThreads,
  authorization: "https://threads.com/oauth/authorize",
  token: "https://graph.threads.com/oauth/access_token",
  userinfo: {
    url: "https://graph.threads.com/v1.0/me",
    auth: { in: "query", name: "access_token", scheme: null },
    params: { fields: "id,username,name,threads_profile_picture_url" },
  },
  scopes: "threads_basic",
  scopeSeparator: ",",
  pkce: false,
  clientAuth: "post",
  profile: { id: "id", name: ({ name, username }) => name || username, image: "threads_profile_picture_url" },
  emailTrust: "none",
  docs: { email: "The API returns no address." },
})

export default Threads
