// Options of code blocks that are functions. `astro.config.mjs` can't have these, because pages read its options as JSON
import { defineEcConfig } from "@astrojs/starlight/expressive-code"
import { addClassName, selectAll, toText } from "@astrojs/starlight/expressive-code/hast"

export default defineEcConfig({
  plugins: [
    {
      name: "An option such as `--yes` stays in one line",
      hooks: {
        postprocessRenderedLine({ codeBlock, renderData }) {
          if (codeBlock.language !== "sh") return
          const words = selectAll("span", renderData.lineAst)
          for (const word of words) if (toText(word).startsWith("-")) addClassName(word, "flag")
        },
      },
    },
  ],
})
