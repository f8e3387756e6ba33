// The mail that says that a membership ends. Pure.
import type { MailMessage } from '../../platform/mail/index.ts';

interface Facts {
  to: string;
  /** Whose membership ends, as people read it. */
  person: string;
  project: string;
  site: string;
  lastDay: string;
  /** Of the page where the day is changed. */
  url: string;
  isFrench: boolean;
}

/** Plain text, for who leaves and for who administers the project, marked so that nothing answers it by itself. */
export function composeEnding({ to, person, project, site, lastDay, url, isFrench }: Facts): MailMessage {
  const subject = isFrench
    ? `L’adhésion de ${person} à ${project} se termine après le ${lastDay}`
    : `Membership of ${person} in ${project} ends after ${lastDay}`;
  const text = isFrench
    ? `${subject} (${site}). Les administrateurs du projet peuvent changer la date de fin ici :`
    : `${subject} (${site}). Project administrators can change the end date here:`;
  return {
    to,
    subject,
    text: `${text}\n\n${url}`,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  };
}
