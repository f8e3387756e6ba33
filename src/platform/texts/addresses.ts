// Which addresses that somebody else wrote may be followed; the same for pages.
import { readLink } from '../../../contract/addresses.ts';
import { invalid } from '../errors.ts';
import { says } from './said.ts';

export { readOwnPath } from '../../../contract/addresses.ts';

/** Not what browsers don't open, what runs in the page, or what leads elsewhere like a path of this site. */
export const isAddress = (text: string): boolean => !/\s/.test(text) && readLink(text) !== undefined;

/** Throws invalid at `path` for what is no address. */
export function checkAddress(address: string, path: string): void {
  if (!isAddress(address))
    throw invalid(
      says('address.form')`must begin with https://, http:// or a single slash, and contain no spaces`,
      path,
    );
}
