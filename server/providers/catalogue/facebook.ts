import { markFacebook } from "../../../components/view/marks/marks.generated.ts"
import { oauthWith } from "../define.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** @internal */
interface FacebookPictureData {
  url: string
}

/** @internal */
interface FacebookPicture {
  data: FacebookPictureData
}

/** A user's profile at Facebook. Its other fields are untyped. */
export interface FacebookProfile extends UntypedProfile {
  id: string
  picture: FacebookPicture
}

/**
 * Signs in with Facebook. Register the redirect URI `https://your.site/auth/callback/facebook`, and set
 * `AUTH_FACEBOOK_ID` and `AUTH_FACEBOOK_SECRET`. There is no address for users who signed up by phone or declined the
 * permission. The id is one per app.
 *
 * @see https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow/
 */
export const Facebook = oauthWith<FacebookProfile>()("facebook", "Facebook", {
  mark: markFacebook,
  authorization: "https://www.facebook.com/v26.0/dialog/oauth",
  token: "https://graph.facebook.com/v26.0/oauth/access_token",
  userinfo: { url: "https://graph.facebook.com/v26.0/me", params: { fields: "id,name,email,picture" } },
  scopes: "email,public_profile",
  scopeSeparator: ",",
  clientAuth: "post",
  profile: { id: "id", name: "name", email: "email", image: "picture.data.url" },
  emailTrust: "unverified",
  docs: { email: "The Graph API has no flag." },
})

export default Facebook
