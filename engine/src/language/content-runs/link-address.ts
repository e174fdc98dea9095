// Which addresses a link may have: absolute ones of the web and of mail, which no reader runs, opens or embeds.

const ALLOWED = /^(?:https?:\/\/[^/?#]+|mailto:[^?])/i;
/**
 * White space, quotes, backslashes, angle brackets: what would end the address in a field's code, or hide where it leads. The
 * apostrophe does neither, and the standard of addresses allows it (RFC 3986, 2.2).
 */
const REFUSED = /[\s"\\<>\u201c\u201d\u2018\u2019]/;

/** The address that was probably meant by one without a scheme: `example.com/terms`, `ada@example.com`. */
export function linkAddressMeantBy(url: string): string | undefined {
  if (url.length > LONGEST_MEANT) return undefined;
  const scheme = /^[^\s/@:]+@[^\s/@:]+\.[a-z]{2,}$/i.test(url)
    ? "mailto:"
    : /^(?:[a-z0-9-]+\.)+[a-z]{2,}(?:[/?#:]|$)/i.test(url)
      ? "https://"
      : undefined;
  const meant = scheme === undefined ? undefined : `${scheme}${url}`;
  return meant !== undefined && isLinkAddress(meant) ? meant : undefined;
}

/** Longer addresses are not looked at: the pattern may go over them more than once. */
const LONGEST_MEANT = 500;

export function isLinkAddress(url: string): boolean {
  return ALLOWED.test(url) && !REFUSED.test(url);
}
