// What an entry of an inbox says of changes. Pure.
import type { Static } from 'typebox';
import { withoutMarkdown } from '../../../platform/markup/index.ts';
import { shorten } from '../../../platform/texts/shorten.ts';
import type { ChangeDescription } from '../../artifacts/index.ts';
import type { InboxNews } from './inbox.schema.ts';

/** Characters of a comment that an entry has. */
const commentMax = 300;
/** Characters of a comment that are looked at for signs of Markdown. */
const readMax = 3000;
/** Characters of a value that an entry has. */
const valueMax = 100;
/** Changed fields that an entry names. */
const changesMax = 5;

/** The beginning of a comment without signs of Markdown, as an entry has it; null for none. */
export function excerptOf(text: string | undefined): string | null {
  const plain = withoutMarkdown(shorten(text ?? '', readMax)).trim();
  return plain === '' ? null : shorten(plain, commentMax).toWellFormed();
}

const cut = (text: string): string => shorten(text, valueMax).toWellFormed();

/** The last comment and the first changed fields; of a new artifact no fields, as all of them are. */
export const newsOf = ({ isNew, comments, fields }: ChangeDescription): Static<typeof InboxNews> => ({
  is_new: isNew,
  comment: excerptOf(comments.at(-1)?.text),
  changes: isNew
    ? []
    : fields
        .slice(0, changesMax)
        .map(({ label, before, after }) => ({ label, before: cut(before), after: cut(after) })),
  events: [],
});
