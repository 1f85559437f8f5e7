// Oxlint checks everything else: see .oxlintrc.json
import js from "@eslint/js"
import svelte from "eslint-plugin-svelte"
import { defineConfig, globalIgnores } from "eslint/config"
import globals from "globals"
import typescript from "typescript-eslint"

const unused = { argsIgnorePattern: "^_", varsIgnorePattern: "^_", destructuredArrayIgnorePattern: "^_" }

export default defineConfig(globalIgnores(["**/dist/", "**/.cache/", "**/node_modules/", "e2e/apps/*/.*/"]), {
  files: ["**/*.svelte", "**/*.svelte.ts", "**/svelte*.{ts,tsx}", "**/svelte*/**/*.{js,ts}"],
  extends: [js.configs.recommended, typescript.configs.strict, svelte.configs.recommended],
  languageOptions: {
    globals: { ...globals.browser, ...globals.node },
    parserOptions: { parser: typescript.parser },
  },
  rules: {
    "@typescript-eslint/no-unused-vars": ["error", unused],
    "no-undef": "off", // TypeScript reports undefined names
    eqeqeq: "error",
  },
})
