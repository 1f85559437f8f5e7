/** A part that the app loads on demand, as most apps have one. */
export const later = (): string => document.title
