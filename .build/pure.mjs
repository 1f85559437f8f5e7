// Marks what a module of the server computes at its start, so that a bundler drops it if nothing reads it. A module
// that nothing needs is dropped anyway. Of a merged file, a bundler would keep each value that a function returns.
import ts from "typescript"

/** Returns whether a bundler already knows that the value can be dropped. */
function isDroppable(node) {
  if (ts.isFunctionLike(node)) return true
  if (ts.isCallExpression(node) || ts.isNewExpression(node) || ts.isTaggedTemplateExpression(node)) return false
  if (ts.isSpreadAssignment(node) || ts.isSpreadElement(node) || ts.isAwaitExpression(node)) return false
  return !ts.forEachChild(node, (child) => !isDroppable(child))
}

const hasAwait = (node) =>
  ts.isAwaitExpression(node) || (!ts.isFunctionLike(node) && ts.forEachChild(node, hasAwait) === true)

/** Returns the script with such values in functions that are marked as pure. */
export function markPure(file, text) {
  const values = ts
    .createSourceFile(file, text, ts.ScriptTarget.Latest)
    .statements.filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations)
    .map(({ initializer }) => initializer)
    .filter((value) => value && !isDroppable(value) && !hasAwait(value))
  return values.reduceRight(
    (marked, { pos, end }) =>
      `${marked.slice(0, pos)} /* @__PURE__ */ (() => (${marked.slice(pos, end).trim()}))()${marked.slice(end)}`,
    text,
  )
}
