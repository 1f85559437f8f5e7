/** A form's or link's address when it leads to http(s) or stays on the site; otherwise `#`, which leads nowhere. */
export function safeUrl(address: string): string {
  // eslint-disable-next-line no-control-regex -- browsers drop control characters before they read the scheme
  const text = address.replace(/[\u0000-\u0020]+/g, "")
  return /^(?:https?:\/\/|\/(?![/\\])|[?#])/i.test(text) ? text : "#"
}
