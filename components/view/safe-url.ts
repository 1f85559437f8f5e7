/**
 * Returns the URL of a form or link if it is http(s) or stays on the site. Otherwise returns `#`, which leads nowhere.
 */
export function safeUrl(address: string): string {
  // eslint-disable-next-line no-control-regex -- browsers drop control characters before they read the scheme
  const text = address.replace(/[\u0000-\u0020]+/g, "")
  return /^(?:https?:\/\/|\/(?![/\\])|[?#])/i.test(text) ? text : "#"
}
