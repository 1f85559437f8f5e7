import { markYandex } from "../../../components/view/marks/marks.generated.ts"
import { oauthWith } from "../define.ts"
import { valueAt } from "../fields.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at Yandex. Its other fields are untyped. */
export interface YandexProfile extends UntypedProfile {
  login: string
  id: string
  client_id: string
  psuid: string
  emails?: string[]
  default_email?: string
  is_avatar_empty?: boolean
  default_avatar_id?: string
  birthday?: string | null
  first_name?: string
  last_name?: string
  display_name?: string
  real_name?: string
  sex?: "male" | "female" | null
  default_phone?: { id: number; number: string }
}

/**
 * Signs in with Yandex. Register the redirect URI `https://your.site/auth/callback/yandex`, and set `AUTH_YANDEX_ID`
 * and `AUTH_YANDEX_SECRET`.
 *
 * @see https://yandex.com/dev/id/doc/en/
 */
export const Yandex = oauthWith<YandexProfile>()("yandex", "Yandex", {
  mark: markYandex,
  authorization: "https://oauth.yandex.com/authorize",
  token: "https://oauth.yandex.com/token",
  userinfo: {
    url: "https://login.yandex.ru/info",
    auth: { in: "header", name: "Authorization", scheme: "OAuth" },
    params: { format: "json" },
  },
  scopes: "login:info login:email login:avatar",
  profile: {
    id: "id",
    name: ({ display_name, real_name, first_name, login }) => display_name || real_name || first_name || login,
    email: ({ default_email, emails }) => default_email || valueAt(emails, "[0]"),
    image: ({ default_avatar_id: id }) => id && `https://avatars.yandex.net/get-yapic/${id}/islands-200`,
  },
  emailTrust: "unverified",
  docs: { email: "The API doesn't say whether the address was verified." },
})

export default Yandex
