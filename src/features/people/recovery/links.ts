// Texts of links in mails. The text stands behind the # of an address: no server and no log on the way sees it.
import { randomBytes } from 'node:crypto';
import { publicUrl } from '../../../settings/index.ts';
import type { Settings } from '../../../settings/index.ts';

/** How long a link to a new password is good. */
export const passwordLinkMinutes = 60;
/** How long a link is good that invites somebody to choose a password. */
export const invitationDays = 7;
/** How long a link that confirms an address is good. */
export const emailLinkHours = 24;

export const makeLinkText = (): string => randomBytes(32).toString('base64url');

export const writeLink = (
  page: '/new-password' | '/confirm-email',
  text: string,
  settings: Pick<Settings, 'public_url' | 'sys_default_domain'>,
): string => `${publicUrl(settings)}${page}#${text}`;
