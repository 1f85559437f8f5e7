/** Control characters, and those that change the direction of the text after them. */
// eslint-disable-next-line no-control-regex -- these are the characters to remove
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** A web or email address, which email programs turn into a link. */
const ADDRESS = /:\/\/|@|\bwww\.|[\p{L}\p{N}]{2}\.\p{L}{2}/iu

/**
 * Returns text that may stand beside other text: one line of at most `maxLength` characters, without control
 * characters and without characters that change its direction. Empty if nothing is left.
 */
export function toPlainText(text: string, maxLength: number): string {
  return [
    ...text
      .slice(0, maxLength * 4)
      .replaceAll(UNSAFE, "")
      .trim(),
  ]
    .slice(0, maxLength)
    .join("")
    .toWellFormed()
}

/** Returns whether an email program might show a link in this text. */
export const containsAddress = (text: string): boolean => ADDRESS.test(text)
