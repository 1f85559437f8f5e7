declare module "*.css" // TypeScript 6 requires it, but Next 15's types are for TypeScript 5
