import { isElement, type AttributeValue, type ElementNode, type ViewNode } from "../view/node.ts"
import { screenTree, startScreen, type Screen } from "./screen.ts"

/** A screen that runs without a framework. */
export interface MountedScreen<Props> {
  /** Shows the screen from its start, with other props. */
  restart(props: Props): void
  remove(): void
}

/** Adds a screen to the end of the page and runs it. Slots stay empty. */
export function mountScreen<Props extends object, State extends object>(
  screen: Screen<Props, State>,
  initialProps: Props,
): MountedScreen<Props> {
  const shown = { props: initialProps, tree: screenTree(screen, initialProps, screen.initial) }
  const root = createElement(shown.tree) as HTMLElement // the root of a screen is never an SVG
  const show = (state: State) => {
    const next = screenTree(screen, shown.props, state)
    patchElement(root, shown.tree, next)
    shown.tree = next
  }
  const start = () => startScreen(screen, { root, props: () => shown.props, show })
  document.body.append(root)
  const running = { stop: start() }
  return {
    restart(props) {
      running.stop()
      shown.props = props
      show(screen.initial)
      running.stop = start()
    },
    remove() {
      running.stop()
      root.remove()
    },
  }
}

const SVG = "http://www.w3.org/2000/svg"

function createNode(node: ViewNode, inSvg: boolean): Element | Text {
  if (isElement(node)) return createElement(node, inSvg)
  return document.createTextNode(toText(node))
}

function createElement(node: ElementNode, inSvg = false): Element {
  const { tag, attributes, children, tokens } = node
  const isSvg = inSvg || tag === "svg"
  const element = isSvg ? document.createElementNS(SVG, tag) : document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) setAttribute(element, name, value)
  // A stylesheet policy blocks a style attribute, but not this
  if (element instanceof HTMLElement)
    for (const [name, value] of Object.entries(tokens ?? {})) element.style.setProperty(name, value)
  element.append(...children.map((child) => createNode(child, isSvg)))
  return element
}

// A hole is an empty text, so that later children keep their positions
const toText = (node: ViewNode) => (typeof node === "string" ? node : "")

function setAttribute(element: Element, name: string, value: AttributeValue): void {
  if (value === undefined || value === false) element.removeAttribute(name)
  else element.setAttribute(name, value === true ? "" : String(value))
}

/** Changes only what differs between two trees, so that fields keep what the user typed, and the focus. */
function patchElement(element: Element, before: ElementNode, after: ElementNode): void {
  for (const name of Object.keys({ ...before.attributes, ...after.attributes })) {
    const value = after.attributes[name]
    if (value !== before.attributes[name]) setAttribute(element, name, value)
  }
  const inSvg = element.namespaceURI === SVG
  const nodes = [...element.childNodes]
  for (const [index, child] of after.children.entries()) {
    const previous = before.children[index]
    const node = nodes[index]
    if (node instanceof Element && isElement(previous) && isElement(child) && previous.tag === child.tag)
      patchElement(node, previous, child)
    else if (node instanceof Text && !isElement(child)) node.data = toText(child)
    else if (node) node.replaceWith(createNode(child, inSvg))
    else element.append(createNode(child, inSvg))
  }
  for (const node of nodes.slice(after.children.length)) node.remove()
}
