// The mail that invites somebody. Pure.
import type { MailMessage } from '../../platform/mail/index.ts';

interface Facts {
  to: string;
  /** As people read it. */
  from: string;
  site: string;
  /** undefined: into the site alone. */
  project: string | undefined;
  /** Of the project, not a member. */
  isGuest: boolean;
  url: string;
  /** What the inviter adds; empty for nothing. */
  note: string;
  isFrench: boolean;
  days: number;
}

/** Plain text, marked so that nothing answers it by itself. */
export function composeInvitation({ to, from, site, project, isGuest, url, note, isFrench, days }: Facts): MailMessage {
  const place = project === undefined ? site : `${project} (${site})`;
  const role = project !== undefined && isGuest ? (isFrench ? ' en tant qu’invité' : ' as a guest') : '';
  const lines = isFrench
    ? [
        `${from} vous invite à rejoindre ${place}${role}. Ouvrez ce lien pour créer votre compte ou entrer avec le vôtre :`,
        url,
      ]
    : [
        `${from} invites you to join ${place}${role}. Open this link to make your account, or to join with the one that you have:`,
        url,
      ];
  const ending = isFrench
    ? `Il sert une fois, pendant ${days} jours. Si vous ne connaissez pas cette personne, ignorez ce message.`
    : `It works once, within ${days} days. If you do not know them, ignore this mail.`;
  const quoted = note.split(/\r?\n/).map((line) => `> ${line}`);
  return {
    to,
    subject: isFrench ? `Invitation à rejoindre ${place}` : `Invitation to ${place}`,
    text: [...lines, ...(note === '' ? [] : quoted), ending].join('\n\n'),
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  };
}
