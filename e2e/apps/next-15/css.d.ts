declare module "*.css" // TypeScript 6 asks for it, and Next 15 knows TypeScript 5
