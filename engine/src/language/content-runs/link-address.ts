// Checks the address of a link: absolute web and mail addresses, which no reader runs or embeds.

const ALLOWED = /^(?:https?:\/\/[^/?#]+|mailto:[^?])/i;
/**
 * White space, quotes, backslashes and angle brackets would end the address in a field's code, or hide the target. The
 * apostrophe does neither, and the standard of addresses allows it (RFC 3986, 2.2).
 */
const REFUSED = /[\s"\\<>\u201c\u201d\u2018\u2019]/;

/** Returns the address that one without a scheme probably means: `example.com/terms`, `ada@example.com`. */
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

/** Maximum length of an address that is examined, because the pattern may scan it more than once. */
const LONGEST_MEANT = 500;

export function isLinkAddress(url: string): boolean {
  return ALLOWED.test(url) && !REFUSED.test(url);
}
