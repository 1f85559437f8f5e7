import { EVEOnline } from "latchkit/providers/eveonline"
import { Pinterest } from "latchkit/providers/pinterest"
import { Trakt } from "latchkit/providers/trakt"

export const providers = [
  Trakt<{ ids: { slug: string }; name: string }>({
    profile: ({ ids, name }) => ({ id: ids.slug, name }),
  }),
  Pinterest<{ username: string }>({
    profile: ({ username }) => ({ id: username, name: username }),
  }),
  EVEOnline<{ sub: string; name: string }>({
    profile: ({ sub, name }) => ({ id: sub.replace("CHARACTER:EVE:", ""), name }), // such as CHARACTER:EVE:123
  }),
]
