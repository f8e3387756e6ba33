// The form as it will look. In design, every element can be chosen, dragged, and moved by keys or its menu.
import { MoveRight } from 'lucide-react';
import { createContext, memo, useContext, useMemo, useRef, useState } from 'react';
import type { DragEvent, KeyboardEvent, ReactNode, RefObject } from 'react';
import { useEffect } from '../../../platform/effects.ts';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Menu } from '../../../ui/overlays/overlays.tsx';
import type { Action } from '../../../ui/overlays/overlays.tsx';
import ui from '../../../ui/ui.module.css';
import { top } from '../definition/definition-draft.ts';
import type { DefinitionDraft, DraftField } from '../definition/definition-draft.ts';
import { isContainer, typeLabel } from './field-kinds.ts';
import { addElement, findPlace, listInOrder, mayStand, moveStep, moveTo, placesFor } from './layout-moves.ts';
import type { Place } from './layout-moves.ts';
import { groupsOfNew } from './new-elements.ts';
import { useDefinition } from '../definition/use-definition.ts';
import css from './form.module.css';
import { Mock } from './mock.tsx';
import type { Seen } from './viewing.ts';
import { fieldIs, isTypeCode } from '../../fields/index.ts';

/** What a drag carries: the id of an element, or a type to add. */
export const dragType = 'application/x-tepal-element';

interface Shared {
  /** What is seen of the form by somebody; undefined where it is designed. */
  seen: Seen | undefined;
  chosen: number | undefined;
  onChoose(id: number): void;
  say(text: string): void;
}

/** What happens with elements; the same object as long as the form is there, so that what did not change is not drawn again. */
interface Handlers {
  choose(id: number): void;
  over(event: DragEvent, id: number): void;
  key(event: KeyboardEvent, id: number): void;
  /** Where an element can go. */
  listMoves(id: number): readonly Action[];
}

interface Situation {
  draft: DefinitionDraft;
  seen: Seen | undefined;
  chosen: number | undefined;
  drop: Place | undefined;
  handlers: Handlers;
  keyOf(id: number): number;
}

const SituationContext = createContext<Situation | undefined>(undefined);

const labelOf = ({ label, type }: DraftField): string => (label === '' ? t(typeLabel(type)) : label);

interface HeadProps {
  field: DraftField;
  isChosen: boolean;
  isDesign: boolean;
  handlers: Handlers;
}

function Head({ field, isChosen, isDesign, handlers }: HeadProps): ReactNode {
  const { id, isRequired, type } = field;
  const label = labelOf(field);
  const mark = isRequired && (
    <span className={ui.required} title={t('design.part.required')}>
      *
    </span>
  );
  if (!isDesign)
    return (
      <span className={css.label}>
        {label}
        {mark}
      </span>
    );
  return (
    <span className={css.head}>
      <span className={css.grip} />
      <button
        type="button"
        className={css.choose}
        data-element={id}
        aria-pressed={isChosen}
        aria-keyshortcuts="Control+ArrowUp Control+ArrowDown"
        onClick={() => handlers.choose(id)}
        onKeyDown={(event) => handlers.key(event, id)}
      >
        {label}
        {mark}
        <span className={css.type}>{t(typeLabel(type))}</span>
      </button>
      <Menu
        label={t('design.move', { label })}
        trigger={
          <Button tone="quiet" isIcon aria-label={t('design.move', { label })}>
            <MoveRight />
          </Button>
        }
        actions={() => handlers.listMoves(id)}
      />
    </span>
  );
}

interface ElementProps extends HeadProps {
  isReadOnly: boolean;
  isBefore: boolean;
  isAfter: boolean;
  isInto: boolean;
}

const Element = memo(function Element(props: ElementProps): ReactNode {
  const { field, isChosen, isDesign, isReadOnly, isBefore, isAfter, isInto, handlers } = props;
  return (
    <li
      className={css.element}
      data-type={field.type}
      data-chosen={isChosen}
      data-before={isBefore}
      data-after={isAfter}
      data-into={isInto}
      draggable={isDesign}
      onDragStart={(event) => {
        event.stopPropagation();
        event.dataTransfer.setData(dragType, String(field.id));
        event.dataTransfer.effectAllowed = 'move';
      }}
      onDragOver={(event) => handlers.over(event, field.id)}
    >
      <Head {...{ field, isChosen, isDesign, handlers }} />
      {isContainer(field.type) ? <Children parent={field.id} /> : <Mock field={field} isReadOnly={isReadOnly} />}
    </li>
  );
});

function Children({ parent }: { parent: number }): ReactNode {
  const situation = useContext(SituationContext);
  if (situation === undefined) return null;
  const { draft, seen, chosen, drop, handlers, keyOf } = situation;
  const ids = draft.children[parent] ?? [];
  const holder = draft.fields[parent];
  const fields = ids.flatMap((id) => draft.fields[id] ?? []);
  const isMarked = (at: number): boolean => drop?.parent === parent && drop.index === at;
  return (
    <ul
      className={css.children}
      data-columns={fields.some(fieldIs.column)}
      aria-label={holder === undefined ? t('design.form') : labelOf(holder)}
    >
      {fields.map((field, index) => {
        const how = seen === undefined ? 'edit' : seen.get(field.id);
        if (how === undefined) return null;
        return (
          <Element
            key={keyOf(field.id)}
            field={field}
            isChosen={chosen === field.id}
            isDesign={seen === undefined}
            isReadOnly={how === 'read'}
            isBefore={isMarked(index)}
            isAfter={isMarked(index + 1)}
            isInto={drop?.parent === field.id}
            handlers={handlers}
          />
        );
      })}
      {ids.length === 0 && seen === undefined && <li className={css.hole}>{t('design.dropHere')}</li>}
    </ul>
  );
}

/** Which place a pointer over an element means: the edges of a container are beside it, everything else of it inside. */
const isFieldset = (field: DraftField | undefined): boolean => field !== undefined && fieldIs.fieldset(field);

function findDropPlace(event: DragEvent, draft: DefinitionDraft, id: number): Place | undefined {
  const [field, place] = [draft.fields[id], findPlace(draft, id)];
  if (field === undefined || place === undefined) return undefined;
  const box = event.currentTarget.getBoundingClientRect();
  const isHolder = isContainer(field.type);
  const edge = isHolder ? 10 : box.height / 2;
  const isSide = isFieldset(draft.fields[place.parent]) && fieldIs.column(field);
  const [at, size, pointer] = isSide ? [box.left, box.width, event.clientX] : [box.top, box.height, event.clientY];
  if (pointer - at < edge) return place;
  if (!isHolder || at + size - pointer < edge) return { parent: place.parent, index: place.index + 1 };
  return { parent: id, index: (draft.children[id] ?? []).length };
}

/** The same object each time, whose functions are those of the last time. */
function useSteady(handlers: Handlers): Handlers {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  const [steady] = useState<Handlers>(() => ({
    choose: (id) => latest.current.choose(id),
    over: (event, id) => latest.current.over(event, id),
    key: (event, id) => latest.current.key(event, id),
    listMoves: (id) => latest.current.listMoves(id),
  }));
  return steady;
}

/** Moves elements, keeps the focus on what moved, and says where it is. */
function useMoves(canvas: RefObject<HTMLDivElement | null>, say: (text: string) => void) {
  const { draft, change } = useDefinition();
  const wantsFocus = useRef<number>(undefined);
  useEffect(() => {
    if (wantsFocus.current === undefined) return;
    canvas.current?.querySelector<HTMLElement>(`[data-element="${wantsFocus.current}"]`)?.focus();
    wantsFocus.current = undefined;
  });
  const announce = (next: DefinitionDraft, id: number): void => {
    const [field, place] = [next.fields[id], findPlace(next, id)];
    if (field === undefined || place === undefined) return;
    const holder = next.fields[place.parent];
    const count = (next.children[place.parent] ?? []).length;
    const facts = { label: labelOf(field), place: place.index + 1, count };
    say(holder === undefined ? t('design.moved.top', facts) : t('design.moved', { ...facts, holder: labelOf(holder) }));
  };
  const put = (id: number, next: DefinitionDraft): void => {
    if (next === draft) return say(t('design.cannotMove'));
    wantsFocus.current = id;
    change(() => next);
    announce(next, id);
  };
  const move = (id: number, place: Place): void => put(id, moveTo(draft, id, place));
  return { announce, put, move };
}

export function Canvas(shared: Shared): ReactNode {
  const { tracker, draft, change, keyOf } = useDefinition();
  const groups = groupsOfNew(tracker.project.id);
  const [drop, setDrop] = useState<Place>();
  const canvas = useRef<HTMLDivElement>(null);
  const { announce, put, move } = useMoves(canvas, shared.say);
  const focus = (id: number | undefined): void =>
    canvas.current?.querySelector<HTMLElement>(`[data-element="${id ?? ''}"]`)?.focus();
  const onOver = (event: DragEvent, place: Place | undefined): void => {
    if (place === undefined || !event.dataTransfer.types.includes(dragType)) return;
    event.preventDefault();
    event.stopPropagation();
    if (drop?.parent !== place.parent || drop.index !== place.index) setDrop(place);
  };
  const onDrop = (event: DragEvent): void => {
    const carried = event.dataTransfer.getData(dragType);
    const place = drop;
    setDrop(undefined);
    if (carried === '' || place === undefined) return;
    event.preventDefault();
    if (!isTypeCode(carried)) return move(Number(carried), place);
    if (!mayStand(draft, carried, place.parent)) return shared.say(t('design.cannotMove'));
    const added = addElement(draft, { type: carried, label: t(typeLabel(carried)) }, place, groups);
    change(() => added.draft);
    announce(added.draft, added.id);
    shared.onChoose(added.id);
  };
  const handlers = useSteady({
    choose: shared.onChoose,
    over: (event, id) => onOver(event, findDropPlace(event, draft, id)),
    listMoves: (id) => listMoves(draft, id, move),
    key(event, id) {
      const isUp = event.key === 'ArrowUp';
      if (!isUp && event.key !== 'ArrowDown') return;
      event.preventDefault();
      if (event.ctrlKey || event.metaKey) return put(id, moveStep(draft, id, isUp ? 'up' : 'down'));
      const order = listInOrder(draft);
      focus(order[order.indexOf(id) + (isUp ? -1 : 1)]);
    },
  });
  const { seen, chosen } = shared;
  const situation = useMemo(
    () => ({ draft, seen, chosen, drop, handlers, keyOf }),
    [draft, seen, chosen, drop, handlers, keyOf],
  );
  return (
    <div
      ref={canvas}
      className={`${ui.card} ${css.canvas}`}
      onDragOver={(event) => onOver(event, { parent: top, index: (draft.children[top] ?? []).length })}
      onDrop={onDrop}
      onDragEnd={() => setDrop(undefined)}
      onDragLeave={(event) => event.target === event.currentTarget && setDrop(undefined)}
    >
      <SituationContext value={situation}>
        <Children parent={top} />
      </SituationContext>
    </div>
  );
}

/** The containers that may hold an element, each with the way there. */
function listMoves(draft: DefinitionDraft, id: number, move: (id: number, place: Place) => void): Action[] {
  const field = draft.fields[id];
  if (field === undefined) return [];
  const own = new Set([id, ...listInOrder(draft, id)]);
  const now = findPlace(draft, id)?.parent;
  return placesFor(draft, field.type)
    .filter((parent) => !own.has(parent))
    .map((parent) => {
      const holder = draft.fields[parent];
      return {
        id: String(parent),
        label: holder === undefined ? t('design.move.top') : t('design.move.into', { label: labelOf(holder) }),
        isDisabled: now === parent,
        run: () => move(id, { parent, index: (draft.children[parent] ?? []).length }),
      };
    });
}
