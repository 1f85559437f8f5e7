import { markMercadopago } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"
import { joinText } from "../fields.ts"

/**
 * Signs in with Mercado Pago. Register the redirect URI `https://your.site/auth/callback/mercadopago`, and set
 * `AUTH_MERCADOPAGO_ID` and `AUTH_MERCADOPAGO_SECRET`. PKCE is switched on per application. The scopes are those of
 * the app's settings.
 *
 * @see https://www.mercadopago.com/developers/en/docs/security/oauth
 */
export const MercadoPago = oauth("mercadopago", "Mercado Pago", {
  mark: markMercadopago,
  authorization: "https://auth.mercadopago.com/authorization",
  token: "https://api.mercadopago.com/oauth/token",
  userinfo: "https://api.mercadopago.com/users/me",
  clientAuth: "post",
  profile: {
    id: "id",
    name: ({ first_name, last_name, nickname }) => joinText(first_name, last_name) || nickname,
    email: "email",
    image: "thumbnail.picture_url",
  },
  emailTrust: "unverified",
  docs: { email: "The API doesn't say whether the address was verified." },
})

export default MercadoPago
