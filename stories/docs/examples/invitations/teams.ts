// Tables of your own in practice
const admins = new Set<string>()
const members = new Map<string, string>()

export const isTeamAdmin = async (userId: string) => admins.has(userId)

export const makeTeamAdmin = async (userId: string) => void admins.add(userId)

export const joinTeam = async (userId: string, team: string) =>
  void members.set(userId, team)
