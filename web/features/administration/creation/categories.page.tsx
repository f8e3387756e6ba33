// The categories that projects are filed under, and their values, as a tree that is changed by pointer, keys or menu.
import { useQuery } from '@tanstack/react-query';
import { Ellipsis, GripVertical } from 'lucide-react';
import { useRef, useState } from 'react';
import type { DragEvent, KeyboardEvent, ReactNode } from 'react';
import { useEffect } from '../../../platform/effects.ts';
import { api, take } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Menu } from '../../../ui/overlays/overlays.tsx';
import { Empty, ErrorState, Loading, Notice } from '../../../ui/feedback/async-states.tsx';
import { Badge } from '../../../ui/badge.tsx';
import ui from '../../../ui/ui.module.css';
import { categoriesQuery } from '../../projects/index.ts';
import css from '../administration.module.css';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { ChangedEntry, NewEntry, Removal, touchedByCategories } from './category-dialogs.tsx';
import { findStep, listAll, listPlaces, toTree } from './category-tree.ts';
import type { Entry } from './category-tree.ts';
import own from './creation.module.css';

type Asked =
  | { kind: 'new'; parentId: number | null }
  | { kind: 'change'; entry: Entry }
  | { kind: 'remove'; entry: Entry };

interface Handlers {
  /** The entry that the pointer would put what it carries below. */
  target: number | undefined;
  ask(asked: Asked): void;
  drag(entry: Entry | undefined): void;
  over(event: DragEvent, id: number): void;
  drop(event: DragEvent): void;
  key(event: KeyboardEvent, id: number): void;
}

const actionsFor = (entry: Entry, ask: Handlers['ask']) => [
  { id: 'new', label: t('creation.newValueBelow'), run: () => ask({ kind: 'new', parentId: entry.id }) },
  {
    id: 'change',
    label: entry.parentId === null ? t('creation.change') : t('creation.changeOrMove'),
    run: () => ask({ kind: 'change', entry }),
  },
  {
    id: 'remove',
    label: t('creation.removeIt'),
    isSeparated: true,
    run: () => ask({ kind: 'remove', entry }),
  },
];

function Line({ entry, handlers }: { entry: Entry; handlers: Handlers }): ReactNode {
  const { id, name, parentId, isMandatory } = entry;
  const isValue = parentId !== null;
  return (
    <li>
      <div
        className={own.line}
        data-into={handlers.target === id}
        draggable={isValue}
        onDragStart={(event) => {
          event.dataTransfer.setData('text/plain', name);
          event.dataTransfer.effectAllowed = 'move';
          handlers.drag(entry);
        }}
        onDragEnd={() => handlers.drag(undefined)}
        onDragOver={(event) => handlers.over(event, id)}
        onDrop={handlers.drop}
      >
        {isValue && <GripVertical aria-hidden="true" size={14} className={own.grip} />}
        <button
          type="button"
          className={css.pick}
          data-entry={id}
          aria-keyshortcuts={isValue ? 'Control+ArrowRight Control+ArrowLeft Delete' : 'Delete'}
          onClick={() => handlers.ask({ kind: 'change', entry })}
          onKeyDown={(event) => handlers.key(event, id)}
        >
          {isValue ? name : <strong>{name}</strong>}
        </button>
        {isMandatory && <Badge>{t('creation.needed')}</Badge>}
        <Menu
          label={t('creation.actions', { name })}
          trigger={
            <Button tone="quiet" isIcon aria-label={t('creation.actions', { name })}>
              <Ellipsis />
            </Button>
          }
          actions={() => actionsFor(entry, handlers.ask)}
        />
      </div>
      {entry.below.length > 0 && <Lines label={name} entries={entry.below} handlers={handlers} />}
    </li>
  );
}

const Lines = ({
  label,
  entries,
  handlers,
}: {
  label: string;
  entries: readonly Entry[];
  handlers: Handlers;
}): ReactNode => (
  <ul className={own.lines} aria-label={label}>
    {entries.map((entry) => (
      <Line key={entry.id} entry={entry} handlers={handlers} />
    ))}
  </ul>
);

/** Moves values, and gives what moved by keys the focus again. */
function useMoves(tree: readonly Entry[]) {
  const { submit, isSending, problem } = useSubmit({ invalidates: touchedByCategories });
  const wanted = useRef<number>(undefined);
  const place = useRef<HTMLDivElement>(null);
  const focus = (id: number): void => place.current?.querySelector<HTMLElement>(`[data-entry="${id}"]`)?.focus();
  useEffect(() => {
    if (wanted.current === undefined) return;
    focus(wanted.current);
    wanted.current = undefined;
  }, [tree]);
  const move = async (id: number, parentId: number): Promise<void> => {
    const all = listAll(tree);
    const nameOf = (wish: number): string => all.find((one) => one.id === wish)?.name ?? '';
    wanted.current = id;
    const body = { parent_id: parentId };
    await submit(
      () => take(api.PATCH('/project_categories/{id}', { params: { path: { id } }, body })),
      t('creation.moved', { name: nameOf(id), place: nameOf(parentId) }),
    );
  };
  return { move, focus, place, isSending, problem };
}

function useHandlers(tree: readonly Entry[], ask: Handlers['ask']) {
  const { move, focus, place, isSending, problem } = useMoves(tree);
  const [target, setTarget] = useState<number>();
  const carried = useRef<Entry>(undefined);
  const handlers: Handlers = {
    target,
    ask,
    drag(entry) {
      carried.current = entry;
      setTarget(undefined);
    },
    over(event, id) {
      const entry = carried.current;
      const fits = entry !== undefined && listPlaces(tree, entry.id).some((one) => one.id === id);
      if (!fits || entry.parentId === id) return setTarget(undefined);
      event.preventDefault();
      setTarget(id);
    },
    drop(event) {
      event.preventDefault();
      const entry = carried.current;
      if (entry !== undefined && target !== undefined) void move(entry.id, target);
      handlers.drag(undefined);
    },
    key(event, id) {
      const all = listAll(tree);
      const at = all.findIndex((one) => one.id === id);
      const entry = all[at];
      const next = { ArrowDown: all[at + 1], ArrowUp: all[at - 1] }[event.key];
      const step = event.ctrlKey ? ({ ArrowRight: 'in', ArrowLeft: 'out' } as const)[event.key] : undefined;
      if (next !== undefined) focus(next.id);
      else if (event.key === 'Delete' && entry !== undefined) ask({ kind: 'remove', entry });
      else if (step !== undefined && !isSending) {
        const parentId = findStep(tree, id, step);
        if (parentId !== undefined) void move(id, parentId);
      } else return;
      event.preventDefault();
    },
  };
  return { handlers, place, problem };
}

function Tree({ tree }: { tree: readonly Entry[] }): ReactNode {
  const [asked, setAsked] = useState<Asked>();
  const { handlers, place, problem } = useHandlers(tree, setAsked);
  const close = (): void => setAsked(undefined);
  return (
    <section className={`${ui.card} ${css.section}`} aria-label={t('services.categories')} ref={place}>
      <p className={ui.soft}>{t('creation.categoriesText')}</p>
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <div>
        <Button tone="primary" onPress={() => setAsked({ kind: 'new', parentId: null })}>
          {t('creation.newCategory')}
        </Button>
      </div>
      {tree.length === 0 ? (
        <Empty title={t('creation.noCategories')} />
      ) : (
        <Lines label={t('services.categories')} entries={tree} handlers={handlers} />
      )}
      {asked?.kind === 'new' && <NewEntry tree={tree} parentId={asked.parentId} onClose={close} />}
      {asked?.kind === 'change' && <ChangedEntry tree={tree} entry={asked.entry} onClose={close} />}
      {asked?.kind === 'remove' && <Removal entry={asked.entry} onClose={close} />}
    </section>
  );
}

export function CategoriesPage(): ReactNode {
  const { data, error, refetch } = useQuery({ ...categoriesQuery, select: toTree });
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return data === undefined ? <Loading lines={4} /> : <Tree tree={data} />;
}
