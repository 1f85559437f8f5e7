// A column of your own table in practice
const admins = new Set<string>()

export const isAdmin = (userId: string) => admins.has(userId)

export const makeAdmin = (userId: string) => void admins.add(userId)
