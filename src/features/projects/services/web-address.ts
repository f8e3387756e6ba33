// Addresses that people give for others to follow.
import { invalid } from '../../../platform/errors.ts';
import { readLink } from '../../../platform/texts/addresses.ts';
import { says } from '../../../platform/texts/said.ts';

/** Not what browsers don't open, what runs in the page, or what leads elsewhere like a path of this site. */
export const isAddress = (text: string): boolean => !/\s/.test(text) && readLink(text) !== undefined;

/** Throws invalid at `path` for what is no address. */
export function checkAddress(address: string, path: string): void {
  if (!isAddress(address))
    throw invalid(says('address.form')`must begin with https://, http:// or one slash, without blanks`, path);
}
