// Going through the inbox: which row one is on, which are selected, and what becomes of them.
import { useState } from 'react';
import { formatDate, t } from '../../platform/i18n.ts';
import { inboxKey } from '../../platform/live/inbox-counts.ts';
import { serverNowMs } from '../../platform/network/clock.ts';
import { say } from '../../ui/feedback/toasts.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import type { InboxWish } from './inbox-address.ts';
import { applyChange, changeEntries, isListed } from './inbox.queries.ts';
import type { Change, Entry } from './inbox.queries.ts';

export type Verb = 'done' | 'save' | 'read';

export interface Triage {
  /** As they are once what was sent is done. */
  rows: readonly Entry[];
  currentId: number | undefined;
  /** Grows where the current row takes the focus. */
  focusing: number;
  selected: readonly Entry[];
  /** The current row becomes that so many rows on. */
  move(by: number): void;
  /** The current row. */
  setCurrent(id: number): void;
  toggle(id: number): void;
  /** From the row that was selected last, or is current, to this one. */
  selectTo(id: number): void;
  clear(): void;
  /** Turns it over for these, as for the first of them; the selected ones or the current one without. */
  toggleMark(verb: Verb, entries?: readonly Entry[]): void;
  snooze(until: string, entries?: readonly Entry[]): void;
  markRead(entry: Entry): void;
}

const changeFor = (verb: Verb, { is_done: isDone, is_saved: isSaved, is_unread: isUnread }: Entry): Change =>
  verb === 'done' ? { is_done: !isDone } : verb === 'save' ? { is_saved: !isSaved } : { is_unread: !isUnread };

/** What was sent and is not read again yet, by entry. */
type Pending = ReadonlyMap<number, readonly Change[]>;

interface Sending {
  pending: Pending;
  send(ids: readonly number[], change: Change): Promise<void>;
}

function useSending(): Sending {
  const [pending, setPending] = useState<Pending>(new Map());
  const { submit } = useSubmit({ errors: 'toast', invalidates: [inboxKey] });
  const update = (ids: readonly number[], next: (changes: readonly Change[]) => Change[]): void =>
    setPending((now) => new Map([...now, ...ids.map((id) => [id, next(now.get(id) ?? [])] as const)]));
  return {
    pending,
    async send(ids, change) {
      update(ids, (changes) => [...changes, change]);
      await submit(() => changeEntries(ids, change));
      update(ids, (changes) => changes.filter((one) => one !== change));
    },
  };
}

export function useTriage(entries: readonly Entry[], wish: InboxWish): Triage {
  const [currentId, setCurrentId] = useState<number>();
  const [focusing, setFocusing] = useState(0);
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<number>>(new Set());
  const [anchorId, setAnchorId] = useState<number>();
  const { pending, send } = useSending();
  const rows = entries
    .map((entry) => (pending.get(entry.id) ?? []).reduce(applyChange, entry))
    .filter((entry) => isListed(entry, wish, serverNowMs()));
  const selected = rows.filter(({ id }) => selectedIds.has(id));
  const at = rows.findIndex(({ id }) => id === currentId);

  const focus = (id: number | undefined): void => {
    setCurrentId(id);
    setFocusing((times) => times + 1);
  };
  const targets = (given: readonly Entry[] | undefined): readonly Entry[] =>
    given ?? (selected.length > 0 ? selected : rows.slice(Math.max(at, 0), at + 1));
  /** The first row behind these that stays, or the one before them. */
  const goOn = (from: readonly Entry[]): void => {
    const ids = new Set(from.map(({ id }) => id));
    const last = rows.findLastIndex(({ id }) => ids.has(id));
    const next = rows.slice(last + 1).find(({ id }) => !ids.has(id));
    focus((next ?? rows.slice(0, last).findLast(({ id }) => !ids.has(id)) ?? from[0])?.id);
  };
  const change = (of: readonly Entry[], sent: Change): void => {
    void send(
      of.map(({ id }) => id),
      sent,
    );
    setSelectedIds(new Set());
  };
  const offerUndo = (text: string, of: readonly Entry[], back: Change): void =>
    say('success', text, {
      label: t('inbox.undo'),
      run() {
        change(of, back);
        focus(of[0]?.id);
      },
    });
  return {
    rows,
    currentId: at < 0 ? undefined : currentId,
    focusing,
    selected,
    move: (by) => focus(rows[Math.min(Math.max(at + by, 0), rows.length - 1)]?.id),
    setCurrent: setCurrentId,
    toggle(id) {
      setAnchorId(id);
      setSelectedIds((ids) => (ids.has(id) ? ids.difference(new Set([id])) : ids.union(new Set([id]))));
    },
    selectTo(id) {
      const start = rows.findIndex((row) => row.id === (anchorId ?? currentId ?? id));
      const end = rows.findIndex((row) => row.id === id);
      const [from, to] = [Math.min(Math.max(start, 0), end), Math.max(start, end)];
      setSelectedIds((ids) => ids.union(new Set(rows.slice(from, to + 1).map((row) => row.id))));
    },
    clear: () => setSelectedIds(new Set()),
    toggleMark(verb, given) {
      const of = targets(given);
      const [first] = of;
      if (first === undefined) return;
      const sent = changeFor(verb, first);
      const stays = of.every((entry) => isListed(applyChange(entry, sent), wish, serverNowMs()));
      if (given === undefined || !stays) goOn(of);
      change(of, sent);
      if (verb !== 'done') return;
      const count = of.length;
      offerUndo(t(first.is_done ? 'inbox.toast.open' : 'inbox.toast.done', { count }), of, { is_done: first.is_done });
    },
    snooze(until, given) {
      const of = targets(given);
      const [first] = of;
      if (first === undefined) return;
      goOn(of);
      change(of, { snoozed_until: until });
      offerUndo(t('inbox.toast.snoozed', { when: formatDate(until, true) }), of, {
        snoozed_until: first.snoozed_until,
        is_done: first.is_done,
        is_unread: first.is_unread,
      });
    },
    markRead(entry) {
      setCurrentId(entry.id);
      if (entry.is_unread) void send([entry.id], { is_unread: false });
    },
  };
}
