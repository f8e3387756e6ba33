// What an entry says happened, in one line.
import { t } from '../../platform/i18n.ts';
import { writeName } from '../../platform/names/person-names.ts';
import { isPullEvent, pullEvents } from '../../platform/names/pull-events.ts';
import type { Entry } from './inbox.queries.ts';

/** Says a sentence of the server in the language of the page. */
type Say = (i18n: unknown, words: string) => string;

/** The reason stays while what came since is unread: it is about this comment where that names the person, or is all that came. */
const isMention = ({ reason, updates, news }: Entry, username: string): boolean =>
  reason === 'mentioned' && (updates <= 1 || news.comment?.includes(`@${username}`) === true);

/** The sentence for the person with this login. */
export function sayNews(entry: Entry, username: string, say: Say): string {
  const { comment, changes, events, is_new: isNew } = entry.news;
  const name = writeName(entry.actor.display_name);
  const [change, ...more] = changes;
  const event = events.at(-1);
  if (comment !== null) {
    const text = comment.replaceAll(/\s+/g, ' ');
    return t(isMention(entry, username) ? 'inbox.news.mentioned' : 'inbox.news.commented', { name, text });
  }
  if (event !== undefined) {
    const what = event === 'reviewers' ? t('inbox.news.reviewers') : isPullEvent(event) ? t(pullEvents[event]) : event;
    return t('inbox.news.did', { name, what });
  }
  if (isNew) return t('inbox.news.created', { name });
  if (change === undefined)
    return t(entry.reason === 'mentioned' ? 'inbox.news.mentionedAlone' : 'inbox.news.changed', { name });
  const what = say(change.i18n, change.text ?? change.label);
  return more.length === 0
    ? t('inbox.news.field', { name, change: what })
    : t('inbox.news.fields', { name, change: what, count: more.length });
}
