// Which addresses the editor takes into a text; the server judges them again.

/** An address that a text may lead to: a page, a mail, or a path of this site. */
export const isLinkable = (address: string): boolean =>
  /^(?:https?:|mailto:|ftp:|ssh:|tel:|\/|#)/i.test(address.trim()) || !/^[a-z][a-z\d+.-]*:/i.test(address.trim());
