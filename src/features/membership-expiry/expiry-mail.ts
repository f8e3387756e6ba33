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
    ? `${person} quitte le projet ${project} après le ${lastDay}`
    : `${person} leaves the project ${project} after ${lastDay}`;
  const text = isFrench
    ? `${subject} (${site}), comme convenu. Les administrateurs du projet peuvent changer ce jour ici :`
    : `${subject} (${site}), as was settled. Administrators of the project can change the day here:`;
  return {
    to,
    subject,
    text: `${text}\n\n${url}`,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  };
}
