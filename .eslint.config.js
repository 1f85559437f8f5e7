import js from "@eslint/js"
import hooks from "eslint-plugin-react-hooks"
import solid from "eslint-plugin-solid/configs/typescript"
import svelte from "eslint-plugin-svelte"
import { defineConfig, globalIgnores } from "eslint/config"
import globals from "globals"
import typescript from "typescript-eslint"

// The Svelte rules are slow, and find nothing in other files
const SVELTE = ["**/*.svelte", "**/*.svelte.ts", "**/svelte*.{ts,tsx}", "**/svelte*/**/*.{js,ts}"]

export default defineConfig(
  globalIgnores([
    "**/dist/",
    "**/.cache/",
    "**/node_modules/",
    "storybook-static/",
    "**/*.generated.ts",
    "e2e/apps/*/.*/",
  ]),
  js.configs.recommended,
  typescript.configs.strict,
  { files: SVELTE, extends: [svelte.configs.recommended] },
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_", destructuredArrayIgnorePattern: "^_" },
      ],
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-empty-object-type": ["error", { allowInterfaces: "with-single-extends" }], // apps augment them
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/no-invalid-void-type": "off", // an app's callback may return `void`
      "@typescript-eslint/no-dynamic-delete": "off",
      "no-undef": "off", // TypeScript reports undefined names
      "max-depth": ["error", 4],
      eqeqeq: "error",
    },
  },
  {
    files: ["client/**/*.ts", "components/**/*.ts", "server/**/*.ts", "client/**/*.tsx", "components/**/*.tsx"],
    ignores: ["**/*.test.ts", "**/*.test.tsx", "**/*.test-d.ts"],
    languageOptions: { parserOptions: { project: ".tsconfig.product.json", tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: false }],
    },
  },
  {
    files: ["{client,components,server}/**/*.{ts,tsx}"],
    ignores: ["**/*.{test,test-d,fixture}.*", "server/testing/**"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector: "ObjectExpression > SpreadElement > ObjectExpression",
          message: "Write the properties themselves instead of spreading an object literal.",
        },
        {
          // `markOf` is public
          selector: ":matches(FunctionDeclaration, VariableDeclarator)[id.name=/^(?!markOf$|oneOf$)[a-z]\\w*Of$/]",
          message: "Name the function after what it returns or does: `readCode`, `findUser` or `toRow`, not `codeOf`.",
        },
      ],
    },
  },
  { files: ["client/react*.tsx", "components/react/**/*.tsx"], ...hooks.configs.flat["recommended-latest"] },
  { files: ["client/solid.tsx", "components/solid/**/*.tsx"], ...solid },
  { files: ["**/*.svelte", "**/*.svelte.ts"], languageOptions: { parserOptions: { parser: typescript.parser } } },
)
