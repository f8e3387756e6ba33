// The mail that tells who asked for a project what was decided. Pure.
import type { MailMessage } from '../../../platform/mail/index.ts';

interface Decision {
  isApproved: boolean;
  /** Full name of the project. */
  label: string;
  /** Where it is. */
  url: string;
  /** Plain text; empty where nothing was said. */
  reason: string;
}

const english = {
  approved: (label: string) => `The project ${label} was approved`,
  refused: (label: string) => `The project ${label} was rejected`,
  why: 'Comment:',
};

const french: typeof english = {
  approved: (label) => `Le projet ${label} a été approuvé`,
  refused: (label) => `Le projet ${label} a été refusé`,
  why: 'Commentaire :',
};

/** Plain text, marked so that nothing answers it by itself. `locale` such as `fr_FR`. */
export function composeDecisionMail(decision: Decision, to: string, locale: string): MailMessage {
  const { isApproved, label, url, reason } = decision;
  const words = locale.startsWith('fr') ? french : english;
  const subject = isApproved ? words.approved(label) : words.refused(label);
  const lines = [`${subject}.`, ...(isApproved ? [url] : []), ...(reason === '' ? [] : [words.why, reason])];
  return {
    to,
    subject,
    text: lines.join('\n\n'),
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  };
}
