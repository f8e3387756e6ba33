// The links of invitations: what is stored of one, how it is sent, how long it is good.
import type { Reader, Writer } from '../../platform/database/index.ts';
import { rateLimited } from '../../platform/errors.ts';
import { queueMail } from '../../platform/mail/index.ts';
import { says } from '../../platform/texts/said.ts';
import { publicUrl } from '../../settings/index.ts';
import { displayName, hashSecret, makeLinkText, requireUser } from '../people/index.ts';
import type { ProjectRow, Viewer } from '../projects/index.ts';
import { composeInvitation } from './invitation-mail.ts';
import * as store from './invitations.store.ts';

const dayMs = 86_400_000;
const linkDays = 30;
/** How long a link is good. */
export const linkMs = linkDays * dayMs;

/** Throws rateLimited where `count` more would be too many for one day of the viewer. */
export async function requireFewInvitations(db: Reader, viewer: Viewer, count: number, nowMs: number): Promise<void> {
  const { invitations_per_day: max } = viewer.site.settings;
  const sent = await store.countSince(db, requireUser(viewer).id, nowMs - dayMs);
  if (sent + count > max)
    throw rateLimited(says('invitations.limit')`you can invite at most ${max} people per day`, dayMs / 1000);
}

interface Recipient {
  email: string;
  project: ProjectRow | undefined;
  /** Of the project. */
  isGuest: boolean;
  /** What the inviter adds; empty for nothing. */
  note: string;
  nowMs: number;
}

/** Makes a link in the viewer's name, and mails it where the site sends any; the row keeps nothing it could be read from. */
export async function sendLink(
  tx: Writer,
  viewer: Viewer,
  { email, project, isGuest, note, nowMs }: Recipient,
): Promise<{ row: store.LinkRow; url: string }> {
  const user = requireUser(viewer);
  const { settings } = viewer.site;
  const isMailed = settings.mail_transport !== 'none';
  const text = makeLinkText();
  const url = `${publicUrl(settings)}/register#${text}`;
  if (isMailed) {
    const mail = composeInvitation({
      to: email,
      from: displayName(user),
      site: settings.sys_name,
      project: project?.full_name,
      isGuest,
      url,
      note,
      isFrench: settings.sys_lang.startsWith('fr'),
      days: linkDays,
    });
    await queueMail(tx, mail, { nowMs });
  }
  const row = {
    hash: hashSecret(text),
    from_user_id: user.id,
    sent_at_ms: nowMs,
    is_mailed: isMailed ? 1 : 0,
    is_admitting: user.is_site_admin,
  };
  return { row, url };
}
