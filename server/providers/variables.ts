/** Returns how the names of a provider's environment variables begin, such as `AUTH_GITHUB`. */
export const variablePrefix = (id: string): string => `AUTH_${id.toUpperCase().replaceAll(/[^A-Z0-9]/g, "_")}`
