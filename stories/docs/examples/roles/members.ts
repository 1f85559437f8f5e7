export type Role = "admin" | "editor" | "reader"

// A table of your own in practice
const roles = new Map<string, Role>()

export const roleOf = async (userId: string): Promise<Role> => roles.get(userId) ?? "reader"

export const setRole = async (userId: string, role: Role) => void roles.set(userId, role)
