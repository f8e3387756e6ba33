// What one person said or changed at one moment, and what can be done with it.
import { Bot, Link2, Mail, Pencil, Quote } from 'lucide-react';
import { memo } from 'react';
import type { ReactNode } from 'react';
import { nameGroup } from '../../../platform/names/group-names.ts';
import { t } from '../../../platform/i18n.ts';
import { writeName } from '../../../platform/names/person-names.ts';
import { Button } from '../../../ui/button.tsx';
import { say } from '../../../ui/feedback/toasts.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { Markup } from '../../../ui/markdown/markup.tsx';
import { When } from '../../../ui/dates/when.tsx';
import ui from '../../../ui/ui.module.css';
import { ShownChange } from './shown-change.tsx';
import type { Batch } from './stream.ts';
import css from './comments.module.css';
import { anchorOf } from './comment-search.ts';
import type { Entry } from './comments.queries.ts';
import { Link } from '../../../ui/link.tsx';

/** What the stream lets one do with an entry; each the same function as long as the stream is there. */
export interface EntryActions {
  quote(entry: Entry): void;
  edit(entry: Entry): void;
  /** Who edits what they said themselves. */
  selfId: number | undefined;
}

/** More changes than this are folded. */
const openChangesMax = 4;

async function copyLink(changesetId: number): Promise<void> {
  const { origin, pathname } = location;
  await navigator.clipboard.writeText(`${origin}${pathname}#${anchorOf(changesetId)}`);
  say('success', t('talk.linkCopied'));
}

function EntryButtons({ entry, actions }: { entry: Entry; actions: EntryActions }): ReactNode {
  return (
    <span className={css.tools}>
      {actions.selfId === entry.byId && (
        <Button tone="quiet" isIcon aria-label={t('talk.edit')} onPress={() => actions.edit(entry)}>
          <Pencil />
        </Button>
      )}
      <Button tone="quiet" isIcon aria-label={t('talk.quote')} onPress={() => actions.quote(entry)}>
        <Quote />
      </Button>
      <Button tone="quiet" isIcon aria-label={t('talk.copyLink')} onPress={() => void copyLink(entry.id)}>
        <Link2 />
      </Button>
    </span>
  );
}

function EntryMarks({ entry, isMailed }: { entry: Entry; isMailed: boolean }): ReactNode {
  const {
    last_comment: comment,
    last_modified_by: editor,
    last_modified_date: edited,
    submitted_on: on,
    made_by_agent: agent,
  } = entry.changeset;
  return (
    <>
      {agent !== undefined && (
        <span className={ui.badge}>
          <Bot size={14} aria-hidden="true" /> {t('talk.byAgent', { agent })}
        </span>
      )}
      {entry.isSaid && edited !== on && (
        <span className={`${ui.faint} ${ui.small}`}>
          {t('talk.edited', { name: writeName(editor?.display_name ?? '') })} <When iso={edited} />
        </span>
      )}
      {comment.ugroups !== null && (
        <span className={ui.badge} title={comment.ugroups.map(nameGroup).join(', ')}>
          {t('talk.onlyFor', { groups: comment.ugroups.map(nameGroup).join(', ') })}
        </span>
      )}
      {isMailed && (
        <span className={ui.faint} title={t('talk.byMail')}>
          <Mail size={14} aria-hidden="true" /> <span className="visually-hidden">{t('talk.byMail')}</span>
        </span>
      )}
    </>
  );
}

export const CommentText = ({ entry }: { entry: Entry }): ReactNode => {
  const { last_comment: comment } = entry.changeset;
  return comment.format === 'text' ? (
    <p className={ui.plain}>{comment.body}</p>
  ) : (
    <Markup html={comment.post_processed_body} />
  );
};

const Changes = ({ batch: { entries, fields, changeCount } }: { batch: Batch<Entry> }): ReactNode => {
  const changes = entries.flatMap((entry) =>
    entry.changes.map((change) => ({ key: `${entry.id} ${change.fieldId}`, change })),
  );
  const list = (
    <ul className={css.changes}>
      {changes.map(({ key, change }) => (
        <li key={key}>
          <ShownChange change={change} />
        </li>
      ))}
    </ul>
  );
  if (changes.length === 0) return null;
  if (entries.length === 1 && changes.length <= openChangesMax) return list;
  return (
    <details className={css.fold}>
      <summary>
        {t('talk.changes', { count: changeCount })} <span className={ui.faint}>{fields.join(', ')}</span>
      </summary>
      {list}
    </details>
  );
};

interface Props {
  batch: Batch<Entry>;
  actions: EntryActions;
  isMailed: boolean;
  isTarget: boolean;
  /** In the place of the comment while it is edited. */
  editor?: ReactNode;
}

/** Rendered anew only when something of it changed, so that a long stream costs nothing while one types. */
export const BatchEntry = memo(function BatchEntry({ batch, actions, isMailed, isTarget, editor }: Props): ReactNode {
  const [entry] = batch.entries;
  if (entry === undefined) return null;
  const { submitted_by_details: by, submitted_on: on, email } = entry.changeset;
  const name = by === null ? (email ?? t('talk.nobody')) : writeName(by.display_name);
  return (
    <li id={anchorOf(entry.id)} className={css.entry} data-said={entry.isSaid} data-target={isTarget} tabIndex={-1}>
      {by === null ? <span className={css.noFace} /> : <Avatar person={by} size={entry.isSaid ? 28 : 20} />}
      <div className={css.body}>
        <div className={css.head}>
          <b>{name}</b>
          {entry.isFirst && <span className={ui.soft}>{t('talk.created')}</span>}
          <Link href={`#${anchorOf(entry.id)}`} className={css.when}>
            <When iso={on} />
          </Link>
          <EntryMarks entry={entry} isMailed={isMailed} />
          {entry.isSaid && editor === undefined && <EntryButtons entry={entry} actions={actions} />}
        </div>
        {editor ?? (entry.isSaid && <CommentText entry={entry} />)}
        <Changes batch={batch} />
      </div>
    </li>
  );
});
