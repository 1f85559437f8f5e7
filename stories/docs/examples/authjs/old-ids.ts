import { Pinterest } from "latchkit/providers/pinterest"

interface PinterestUser {
  username: string
}

export const providers = [
  Pinterest<PinterestUser>({
    profile: ({ username }) => ({ id: username, name: username }),
  }),
]
