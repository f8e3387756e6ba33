// The mail that tells what became of an uploaded archive. Pure.
import type { MailMessage } from '../../platform/mail/index.ts';
import { textOf } from '../../platform/texts/said.ts';
import type { Said } from '../../platform/texts/said.ts';

export type ArchiveNews =
  /** `left` is what the project did not get, one sentence or name each. */
  { kind: 'done'; left: readonly (string | Said)[]; isPending: boolean } | { kind: 'failed'; reason: string | Said };

interface Facts {
  to: string;
  /** Full name of the project. */
  label: string;
  /** Where it is. */
  url: string;
}

const english = {
  done: (label: string) => `The project ${label} was created`,
  failed: (label: string) => `The project ${label} could not be created`,
  pending: 'It is waiting for approval by a site administrator.',
  left: 'Skipped from the archive:',
  why: 'The import failed, and nothing was created. Reason:',
};

const french: typeof english = {
  done: (label) => `Le projet ${label} a été créé`,
  failed: (label) => `Le projet ${label} n’a pas pu être créé`,
  pending: 'Il attend l’approbation d’un administrateur du site.',
  left: 'Ignoré dans l’archive :',
  why: 'L’import a échoué, et rien n’a été créé. Raison :',
};

/** Plain text, marked so that nothing answers it by itself. `locale` such as `fr_FR`. */
export function composeArchiveMail(news: ArchiveNews, { to, label, url }: Facts, locale: string): MailMessage {
  const words = locale.startsWith('fr') ? french : english;
  const list = (items: readonly (string | Said)[]): string => items.map((item) => `- ${textOf(item)}`).join('\n');
  const lines =
    news.kind === 'failed'
      ? [words.why, textOf(news.reason)]
      : [
          url,
          ...(news.isPending ? [words.pending] : []),
          ...(news.left.length === 0 ? [] : [words.left, list(news.left)]),
        ];
  return {
    to,
    subject: news.kind === 'failed' ? words.failed(label) : words.done(label),
    text: lines.join('\n\n'),
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  };
}
