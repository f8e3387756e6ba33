// What an entry of an inbox says of changes. Pure.
import type { Static } from 'typebox';
import { excerptOf } from '../../../platform/markup/index.ts';
import { i18nOf } from '../../../platform/texts/said.ts';
import { shorten } from '../../../platform/texts/shorten.ts';
import type { ChangeDescription } from '../../artifacts/index.ts';
import { fieldChanges } from '../../trackers/index.ts';
import type { InboxNews } from './inbox.schema.ts';

/** Characters of a value that an entry has. */
const valueMax = 100;
/** Changed fields that an entry names. */
const changesMax = 5;

const cut = (text: string): string => shorten(text, valueMax).toWellFormed();

/** The last comment and the first changed fields; of a new artifact no fields, as all of them are. */
export const newsOf = (
  { isNew, comments, fields }: ChangeDescription,
  timeZone: string | undefined,
): Static<typeof InboxNews> => ({
  is_new: isNew,
  comment: excerptOf(comments.at(-1)?.text),
  changes: isNew
    ? []
    : fields.slice(0, changesMax).map(({ label, change }) => {
        const said = fieldChanges.sayChange(label, change, timeZone);
        return { label, before: cut(change.from), after: cut(change.to), text: said.text, i18n: i18nOf(said) };
      }),
  events: [],
});
