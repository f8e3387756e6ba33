// One thing of the inbox: what it is, what happened, why it is here, and what can be done with it.
import { Bookmark, BookmarkCheck, Check, Mail, MailOpen, Undo2 } from 'lucide-react';
import { memo } from 'react';
import type { ReactNode } from 'react';
import { pageOf } from '../../platform/addresses.ts';
import { useI18nMessage } from '../../platform/errors/use-i18n-message.ts';
import { t } from '../../platform/i18n.ts';
import type { PlainKey } from '../../platform/i18n.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { When } from '../../ui/dates/when.tsx';
import { Checkbox } from '../../ui/forms/fields.tsx';
import { Link } from '../../ui/link.tsx';
import { TrackerMark } from '../../ui/tracker-mark.tsx';
import css from './inbox.module.css';
import type { Entry } from './inbox.queries.ts';

import type { Reason } from './inbox-address.ts';
import { sayNews } from './news.ts';
import { SnoozeMenu } from './snooze-menu.tsx';
import type { Triage, Verb } from './use-triage.ts';

export const reasonLabels: Readonly<Record<Reason, PlainKey>> = {
  mentioned: 'inbox.reason.mentioned',
  assigned: 'inbox.reason.assigned',
  'review-requested': 'inbox.reason.review-requested',
  author: 'inbox.reason.author',
  participating: 'inbox.reason.participating',
  following: 'inbox.reason.following',
  tracker: 'inbox.reason.tracker',
};

/** What the buttons of a row do. */
export type RowActions = Pick<Triage, 'setCurrent' | 'toggle' | 'selectTo' | 'toggleMark' | 'snooze' | 'markRead'> & {
  openSnooze(id: number | undefined): void;
};

interface Props {
  entry: Entry;
  username: string;
  isCurrent: boolean;
  isSelected: boolean;
  isSnoozing: boolean;
  actions: RowActions;
}

interface VerbProps {
  label: string;
  icon: ReactNode;
  onPress(): void;
}

const VerbButton = ({ label, icon, onPress }: VerbProps): ReactNode => (
  <Button tone="quiet" isIcon aria-label={label} title={label} onPress={onPress}>
    {icon}
  </Button>
);

/** What a verb does to an entry like this one. */
export function describeVerb(verb: Verb, entry: Entry): { label: string; icon: ReactNode } {
  if (verb === 'done')
    return entry.is_done
      ? { label: t('inbox.reopen'), icon: <Undo2 aria-hidden="true" /> }
      : { label: t('inbox.done'), icon: <Check aria-hidden="true" /> };
  if (verb === 'save')
    return entry.is_saved
      ? { label: t('inbox.unsave'), icon: <BookmarkCheck aria-hidden="true" /> }
      : { label: t('inbox.save'), icon: <Bookmark aria-hidden="true" /> };
  return entry.is_unread
    ? { label: t('inbox.markRead'), icon: <MailOpen aria-hidden="true" /> }
    : { label: t('inbox.markUnread'), icon: <Mail aria-hidden="true" /> };
}

export const verbs = ['done', 'save', 'read'] as const;

const Thing = ({ thing }: Pick<Entry, 'thing'>): ReactNode => (
  <span className={css.thing}>
    {thing.tracker !== null && <TrackerMark colour={thing.tracker.color_name} icon={thing.tracker.icon} />}
    <span className={css.title}>{thing.title ?? thing.xref}</span>
    <span className={css.xref}>{thing.xref}</span>
    {thing.status !== null && (
      <span className={css.status}>
        <Badge colour={thing.status.color}>{thing.status.value}</Badge>
      </span>
    )}
  </span>
);

export const InboxRow = memo(({ entry, username, isCurrent, isSelected, isSnoozing, actions }: Props): ReactNode => {
  const { id, thing, actor, reason } = entry;
  const news = sayNews(entry, username, useI18nMessage());
  return (
    <li
      className={css.row}
      data-entry={id}
      data-current={isCurrent}
      data-unread={entry.is_unread}
      data-selected={isSelected}
      onFocus={() => actions.setCurrent(id)}
      onClickCapture={(event) => {
        if (!event.shiftKey) return;
        event.preventDefault();
        event.stopPropagation();
        actions.selectTo(id);
      }}
    >
      <span className={css.choose}>
        <Checkbox
          aria-label={t('inbox.select', { title: thing.title ?? thing.xref })}
          isSelected={isSelected}
          onChange={() => actions.toggle(id)}
        />
      </span>
      <Avatar person={actor} size={28} />
      <Link
        inList="preloaded"
        to={pageOf(thing.html_url)}
        className={css.link}
        onClick={() => actions.markRead(entry)}
        onAuxClick={() => actions.markRead(entry)}
      >
        {entry.is_unread && <span className="visually-hidden">{t('inbox.unread')}</span>}
        <Thing thing={thing} />
        <span className={css.news} title={news}>
          {news}
        </span>
      </Link>
      <span className={css.about}>
        <Badge>{t(reasonLabels[reason])}</Badge>
        <span className={css.when}>
          <When iso={entry.at} />
        </span>
      </span>
      <span className={css.actions} data-open={isSnoozing}>
        {verbs.map((verb) => (
          <VerbButton key={verb} {...describeVerb(verb, entry)} onPress={() => actions.toggleMark(verb, [entry])} />
        ))}
        <SnoozeMenu
          isOpen={isSnoozing}
          onOpenChange={(isOpen) => actions.openSnooze(isOpen ? id : undefined)}
          onSnooze={(until) => actions.snooze(until, [entry])}
        />
      </span>
    </li>
  );
});
