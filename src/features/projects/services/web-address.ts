// Addresses that people give for others to follow.
import { invalid } from '../../../platform/errors.ts';

/** Throws invalid at `path` for what browsers don't open, what runs in the page, and what leads elsewhere like a path of this site. */
export function checkAddress(address: string, path: string): void {
  if (!/^(?:https?:\/\/[^\s/]|\/(?![/\\]))\S*$/i.test(address))
    throw invalid('must begin with https://, http:// or one slash, without blanks', path);
}
