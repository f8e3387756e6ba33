// The rows of the inbox, their keys, and what can be done with the selected ones.
import { X } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useEffect, useLayoutEffect } from '../../platform/effects.ts';
import { t } from '../../platform/i18n.ts';
import type { Shortcut } from '../../platform/keyboard/shortcuts.ts';
import { useShortcuts } from '../../platform/keyboard/shortcuts.ts';
import { Button } from '../../ui/button.tsx';
import css from './inbox.module.css';
import { InboxRow, describeVerb, verbs } from './inbox-row.tsx';
import type { RowActions } from './inbox-row.tsx';
import { SnoozeMenu } from './snooze-menu.tsx';
import type { Triage } from './use-triage.ts';

/** Stands for the selected rows, where they are snoozed together. */
const ofSelected = 0;

const rowOf = (list: HTMLElement | null, id: number | undefined): HTMLElement | null =>
  id === undefined ? null : (list?.querySelector<HTMLElement>(`[data-entry="${id}"]`) ?? null);

/** The current row takes the focus when somebody goes there, and stays where it is on the screen while others come and go. */
function useCurrentRow(list: RefObject<HTMLElement | null>, { currentId, focusing, rows }: Triage): void {
  const last = useRef<{ id: number | undefined; top: number }>(undefined);
  useEffect(() => {
    if (focusing === 0) return undefined;
    const row = rowOf(list.current, currentId);
    row?.querySelector('a')?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
    return undefined;
  }, [focusing]);
  const ids = rows.map(({ id }) => id).join();
  useLayoutEffect(() => {
    const row = rowOf(list.current, currentId);
    const top = row?.offsetTop ?? 0;
    const before = last.current;
    if (row !== null && before !== undefined && before.id === currentId) {
      if (before.top !== top) scrollBy(0, top - before.top);
      // The browser takes the focus from a row that it moves.
      if (document.activeElement === document.body) row.querySelector('a')?.focus({ preventScroll: true });
    }
    last.current = { id: currentId, top };
    return undefined;
  }, [ids, currentId]);
}

/** Keys of the page; they do what `latest` says when they are pressed. */
function useKeys(
  latest: RefObject<Triage>,
  open: (id: number | undefined) => void,
  list: RefObject<HTMLElement | null>,
) {
  const shortcuts = useMemo((): Shortcut[] => {
    const go = (by: number) => (): void => latest.current.move(by);
    const currentLink = () => rowOf(list.current, latest.current.currentId)?.querySelector('a');
    return [
      { keys: 'j', label: 'inbox.key.next', run: go(1) },
      { keys: 'ArrowDown', label: 'inbox.key.next', run: go(1) },
      { keys: 'k', label: 'inbox.key.previous', run: go(-1) },
      { keys: 'ArrowUp', label: 'inbox.key.previous', run: go(-1) },
      { keys: 'o', label: 'inbox.key.open', run: () => currentLink()?.click() },
      { keys: 'e', label: 'inbox.key.done', run: () => latest.current.toggleMark('done') },
      { keys: 's', label: 'inbox.key.save', run: () => latest.current.toggleMark('save') },
      { keys: 'u', label: 'inbox.key.read', run: () => latest.current.toggleMark('read') },
      {
        keys: 'h',
        label: 'inbox.key.snooze',
        run: () => open(latest.current.selected.length > 0 ? ofSelected : latest.current.currentId),
      },
      {
        keys: 'x',
        label: 'inbox.key.select',
        run: () => latest.current.currentId !== undefined && latest.current.toggle(latest.current.currentId),
      },
      { keys: 'Escape', label: 'inbox.clear', run: () => latest.current.clear() },
    ];
  }, [latest, open, list]);
  useShortcuts(shortcuts);
}

interface BarProps {
  triage: Triage;
  isSnoozing: boolean;
  onSnoozing(isOpen: boolean): void;
}

function SelectionBar({ triage, isSnoozing, onSnoozing }: BarProps): ReactNode {
  const { selected, toggleMark, snooze, clear } = triage;
  const [first] = selected;
  if (first === undefined) return null;
  return (
    <div className={css.bar} role="toolbar" aria-label={t('inbox.selection')}>
      <strong>{t('inbox.selected', { count: selected.length })}</strong>
      {verbs.map((verb) => {
        const { label, icon } = describeVerb(verb, first);
        return (
          <Button key={verb} onPress={() => toggleMark(verb, selected)}>
            {icon} {label}
          </Button>
        );
      })}
      <SnoozeMenu isNamed isOpen={isSnoozing} onOpenChange={onSnoozing} onSnooze={(until) => snooze(until, selected)} />
      <Button tone="quiet" onPress={clear}>
        <X aria-hidden="true" /> {t('inbox.clear')}
      </Button>
    </div>
  );
}

export function InboxList({ triage, username }: { triage: Triage; username: string }): ReactNode {
  const list = useRef<HTMLUListElement>(null);
  const [snoozing, setSnoozing] = useState<number>();
  const latest = useRef(triage);
  useLayoutEffect(() => {
    latest.current = triage;
    return undefined;
  });
  const actions = useMemo(
    (): RowActions => ({
      setCurrent: (id) => latest.current.setCurrent(id),
      toggle: (id) => latest.current.toggle(id),
      selectTo: (id) => latest.current.selectTo(id),
      toggleMark: (verb, entries) => latest.current.toggleMark(verb, entries),
      snooze: (until, entries) => latest.current.snooze(until, entries),
      markRead: (entry) => latest.current.markRead(entry),
      openSnooze: setSnoozing,
    }),
    [],
  );
  useKeys(latest, setSnoozing, list);
  useCurrentRow(list, triage);
  const selected = new Set(triage.selected);
  return (
    <>
      <ul className={css.rows} ref={list} aria-label={t('inbox.title')}>
        {triage.rows.map((entry) => (
          <InboxRow
            key={entry.id}
            entry={entry}
            username={username}
            isCurrent={entry.id === triage.currentId}
            isSelected={selected.has(entry)}
            isSnoozing={snoozing === entry.id}
            actions={actions}
          />
        ))}
      </ul>
      <SelectionBar
        triage={triage}
        isSnoozing={snoozing === ofSelected}
        onSnoozing={(isOpen) => setSnoozing(isOpen ? ofSelected : undefined)}
      />
    </>
  );
}
