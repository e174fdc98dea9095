// Which addresses a link may have: absolute ones of the web and of mail, which no reader runs, opens or embeds.

const ALLOWED = /^(?:https?:\/\/[^/?#]+|mailto:[^?])/i;
/** White space, quotes, backslashes, angle brackets: what would end the address in a field's code, or hide where it leads. */
const REFUSED = /[\s"'\\<>\u201c\u201d\u2018\u2019]/;

export function isLinkAddress(url: string): boolean {
  return ALLOWED.test(url) && !REFUSED.test(url);
}
