// Which addresses that somebody else wrote may be followed; the same for pages.
export { readLink, readOwnPath } from '../../../contract/addresses.ts';
