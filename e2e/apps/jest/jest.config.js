/** @type {import("jest").Config} */
export default {
  preset: "ts-jest/presets/default-esm",
  moduleNameMapper: { "^(\\.{1,2}/.*)\\.tsx?$": "$1" }, // imports of your own files with their extension
}
