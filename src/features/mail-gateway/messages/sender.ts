// Who is taken for the writer of a message, and with which rights.
import { says } from '../../../platform/texts/said.ts';
import type { Reader } from '../../../platform/database/index.ts';
import type { Settings } from '../../../settings/index.ts';
import { isUsableAccount, listUsersByKeys } from '../../people/index.ts';
import type { Caller, SignIn } from '../../people/index.ts';
import type { Viewer } from '../../projects/index.ts';
import type { Site } from '../../site/index.ts';
import { refusedSilently } from './mail-refusal.ts';
import type { ParsedMessage } from './read-message.ts';

export interface SenderDeps extends Pick<SignIn, 'describeAbsent'> {
  db: Reader;
  loadViewer(caller: Caller): Promise<Viewer>;
}

/** The account that a reply address proves, with all its rights. Throws MailRefusal where it may not act any more. */
export async function loadProvenSender(
  { describeAbsent, loadViewer }: SenderDeps,
  site: Site,
  userId: number,
): Promise<Viewer> {
  const caller = await describeAbsent(userId, site);
  if (caller === undefined)
    throw refusedSilently(says('mail.may-not-act')`the account of its address is not allowed to do this`);
  return loadViewer(caller);
}

/**
 * The one active account with the address of the From line, which anybody could have written there: so without the rights
 * of a site administrator, and only where a mail server has vouched for the line if the site asks for that. Throws MailRefusal.
 */
export async function loadBelievedSender(
  { db, describeAbsent, loadViewer }: SenderDeps,
  site: Site,
  message: ParsedMessage,
): Promise<Viewer> {
  const [address, ...others] = message.from;
  if (address === undefined || others.length > 0)
    throw refusedSilently(says('mail.from')`its From header does not contain exactly one address`);
  requireVouchedFor(message, site.settings);
  const found = await listUsersByKeys(db, { usernames: [], emails: [address], ldapIds: [] });
  const [user, another] = found.filter(isUsableAccount);
  if (another !== undefined)
    throw refusedSilently(says('mail.from-several')`several active accounts have the address in its From header`);
  const caller = user === undefined ? undefined : await describeAbsent(user.id, site);
  if (caller === undefined)
    throw refusedSilently(says('mail.from-nobody')`no active account has the address in its From header`);
  return loadViewer({ ...caller, isSuperUser: false, delegations: new Set() });
}

/** RFC 8601: the topmost header of the trusted server counts, which takes away those that were there before. */
function requireVouchedFor({ header }: ParsedMessage, { mail_in_authserv_id: trusted }: Settings): void {
  if (trusted === '') return;
  const isTrusted = (value: string): boolean => value.split(/[;\s]/)[0]?.toLowerCase() === trusted.toLowerCase();
  const results = header('authentication-results').find(isTrusted) ?? '';
  if (!/;\s*dmarc=pass\b/i.test(results))
    throw refusedSilently(says('mail.unproved')`${trusted} does not authenticate its From header`);
}
