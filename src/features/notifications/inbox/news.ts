// What an entry of an inbox says of changes. Pure.
import type { Static } from 'typebox';
import { shorten } from '../../../platform/texts/shorten.ts';
import type { ChangeDescription } from '../../artifacts/index.ts';
import type { InboxNews } from './inbox.schema.ts';

/** Characters of a comment that an entry has. */
const commentMax = 300;
/** Characters of a value that an entry has. */
const valueMax = 100;
/** Changed fields that an entry names. */
const changesMax = 5;

/** Plain text of a comment, as an entry has it; null for none. */
export const excerptOf = (text: string | undefined): string | null =>
  text === undefined || text.trim() === '' ? null : shorten(text.trim(), commentMax).toWellFormed();

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
