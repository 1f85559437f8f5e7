import { markTodoist } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"

/**
 * Signs in with Todoist. Register the redirect URI `https://your.site/auth/callback/todoist`, and set
 * `AUTH_TODOIST_ID` and `AUTH_TODOIST_SECRET`.
 *
 * @see https://developer.todoist.com/api/v1/#tag/Authorization
 */
export const Todoist = oauth("todoist", "Todoist", {
  mark: markTodoist,
  authorization: "https://todoist.com/oauth/authorize",
  token: "https://todoist.com/oauth/access_token",
  userinfo: "https://api.todoist.com/api/v1/user",
  scopes: "data:read",
  scopeSeparator: ",",
  clientAuth: "post",
  profile: {
    id: "id",
    name: "full_name",
    email: "email",
    image: ({ avatar_big, avatar_s640 }) => avatar_big || avatar_s640,
  },
  emailTrust: "unverified",
  docs: { email: "The API doesn't say whether the address was verified." },
})

export { Todoist as TodoistProvider }
export default Todoist
