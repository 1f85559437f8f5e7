import { oauth } from "../define.ts"

/** @see https://www.eventbrite.com/platform/api#/introduction/authentication */
export const Eventbrite = oauth("eventbrite", "Eventbrite", {
  authorization: "https://www.eventbrite.com/oauth/authorize",
  token: "https://www.eventbrite.com/oauth/token",
  userinfo: "https://www.eventbriteapi.com/v3/users/me/",
  clientAuth: "post",
  profile: {
    id: "id",
    name: "name|`{first_name} {last_name}`",
    email: "emails[?primary].email|emails[0].email",
    emailVerified: "emails[?primary].verified|emails[0].verified",
    image: "`https://img.evbuc.com/https%3A%2F%2Fcdn.evbuc.com%2Fimages%2F{image_id!}%2F1%2Foriginal.jpg`",
  },
})
