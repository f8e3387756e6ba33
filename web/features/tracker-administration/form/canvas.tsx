// The form as it will look. In design, every element can be chosen, dragged, and moved by keys or its menu.
import { GripVertical, MoveRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { DragEvent, KeyboardEvent, ReactNode, RefObject } from 'react';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Menu } from '../../../ui/overlays.tsx';
import ui from '../../../ui/ui.module.css';
import { top } from '../definition-draft.ts';
import type { DefinitionDraft, DraftField } from '../definition-draft.ts';
import { isContainer, isTypeCode, typeLabel } from '../field-kinds.ts';
import { addElement, findPlace, listInOrder, mayStand, moveStep, moveTo, placesFor } from '../layout-moves.ts';
import type { Place } from '../layout-moves.ts';
import { groupsOfNew } from '../new-elements.ts';
import { useDefinition } from '../use-definition.ts';
import css from './form.module.css';
import { Mock } from './mock.tsx';
import { howSeen } from './viewing.ts';
import type { Viewing } from './viewing.ts';

/** What a drag carries: the id of an element, or a type to add. */
export const dragType = 'application/x-tepal-element';

interface Shared {
  viewing: Viewing | undefined;
  chosen: number | undefined;
  onChoose(id: number): void;
  say(text: string): void;
}

interface Inside extends Shared {
  draft: DefinitionDraft;
  drop: Place | undefined;
  onOver(event: DragEvent, place: Place): void;
  onDrop(event: DragEvent): void;
  onKey(event: KeyboardEvent, id: number): void;
  move(id: number, place: Place): void;
}

const labelOf = ({ label, type }: DraftField): string => (label === '' ? t(typeLabel(type)) : label);

const MoveMenu = ({ field, inside }: { field: DraftField; inside: Inside }): ReactNode => {
  const { draft, move } = inside;
  const place = findPlace(draft, field.id);
  const end = (parent: number): Place => ({ parent, index: (draft.children[parent] ?? []).length });
  const actions = placesFor(draft, field.type)
    .filter((parent) => parent !== field.id && !listInOrder(draft, field.id).includes(parent))
    .map((parent) => {
      const holder = draft.fields[parent];
      return {
        id: String(parent),
        label: holder === undefined ? t('design.move.top') : t('design.move.into', { label: labelOf(holder) }),
        isDisabled: place?.parent === parent,
        run: () => move(field.id, end(parent)),
      };
    });
  return (
    <Menu
      label={t('design.move', { label: labelOf(field) })}
      trigger={
        <Button tone="quiet" isIcon aria-label={t('design.move', { label: labelOf(field) })}>
          <MoveRight />
        </Button>
      }
      actions={actions}
    />
  );
};

function Head({ field, inside }: { field: DraftField; inside: Inside }): ReactNode {
  const { viewing, chosen, onChoose, onKey } = inside;
  const label = labelOf(field);
  const marks = (
    <>
      {field.isRequired && (
        <span className={ui.required} title={t('design.part.required')}>
          *
        </span>
      )}
    </>
  );
  if (viewing !== undefined)
    return (
      <span className={css.label}>
        {label}
        {marks}
      </span>
    );
  return (
    <span className={css.head}>
      <GripVertical aria-hidden="true" size={14} className={css.grip} />
      <button
        type="button"
        className={css.choose}
        data-element={field.id}
        aria-pressed={chosen === field.id}
        aria-keyshortcuts="Control+ArrowUp Control+ArrowDown"
        onClick={() => onChoose(field.id)}
        onKeyDown={(event) => onKey(event, field.id)}
      >
        {label}
        {marks}
        <span className={css.type}>{t(typeLabel(field.type))}</span>
      </button>
      <MoveMenu field={field} inside={inside} />
    </span>
  );
}

function Element({
  id,
  index,
  parent,
  inside,
}: {
  id: number;
  index: number;
  parent: number;
  inside: Inside;
}): ReactNode {
  const { draft, viewing, drop, chosen } = inside;
  const field = draft.fields[id];
  const seen = field === undefined || viewing === undefined ? 'edit' : howSeen(field, viewing);
  if (field === undefined || seen === undefined) return null;
  const isHolder = isContainer(field.type);
  const over = (event: DragEvent): void => {
    const box = event.currentTarget.getBoundingClientRect();
    // The edges of a container mean beside it, everything else of it inside.
    const edge = isHolder ? 10 : box.height / 2;
    const isSide = draft.fields[parent]?.type === 'fieldset' && field.type === 'column';
    const [at, size, pointer] = isSide ? [box.left, box.width, event.clientX] : [box.top, box.height, event.clientY];
    if (pointer - at < edge) inside.onOver(event, { parent, index });
    else if (!isHolder || at + size - pointer < edge) inside.onOver(event, { parent, index: index + 1 });
    else inside.onOver(event, { parent: id, index: (draft.children[id] ?? []).length });
  };
  const mark = (at: number): boolean => drop?.parent === parent && drop.index === at;
  return (
    <li
      className={css.element}
      data-type={field.type}
      data-chosen={chosen === id}
      data-before={mark(index)}
      data-after={mark(index + 1)}
      data-into={drop?.parent === id}
      draggable={viewing === undefined}
      onDragStart={(event) => {
        event.stopPropagation();
        event.dataTransfer.setData(dragType, String(id));
        event.dataTransfer.effectAllowed = 'move';
      }}
      onDragOver={over}
    >
      <Head field={field} inside={inside} />
      {isHolder ? <Children parent={id} inside={inside} /> : <Mock field={field} isReadOnly={seen === 'read'} />}
    </li>
  );
}

function Children({ parent, inside }: { parent: number; inside: Inside }): ReactNode {
  const { draft } = inside;
  const ids = draft.children[parent] ?? [];
  const holder = draft.fields[parent];
  const hasColumns = ids.some((id) => draft.fields[id]?.type === 'column');
  return (
    <ul
      className={css.children}
      data-columns={hasColumns}
      aria-label={holder === undefined ? t('design.form') : labelOf(holder)}
    >
      {ids.map((id, index) => (
        <Element key={id} {...{ id, index, parent, inside }} />
      ))}
      {ids.length === 0 && inside.viewing === undefined && <li className={css.hole}>{t('design.dropHere')}</li>}
    </ul>
  );
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
  const tell = (next: DefinitionDraft, id: number): void => {
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
    tell(next, id);
  };
  const move = (id: number, place: Place): void => put(id, moveTo(draft, id, place));
  return { tell, put, move };
}

export function Canvas(shared: Shared): ReactNode {
  const { tracker, draft, change } = useDefinition();
  const groups = groupsOfNew(tracker.project.id);
  const [drop, setDrop] = useState<Place>();
  const canvas = useRef<HTMLDivElement>(null);
  const { tell, put, move } = useMoves(canvas, shared.say);
  const focus = (id: number | undefined): void =>
    canvas.current?.querySelector<HTMLElement>(`[data-element="${id ?? ''}"]`)?.focus();
  const inside: Inside = {
    ...shared,
    draft,
    drop,
    move,
    onOver(event, place) {
      if (!event.dataTransfer.types.includes(dragType)) return;
      event.preventDefault();
      event.stopPropagation();
      if (drop?.parent !== place.parent || drop.index !== place.index) setDrop(place);
    },
    onDrop(event) {
      const carried = event.dataTransfer.getData(dragType);
      const place = drop;
      setDrop(undefined);
      if (carried === '' || place === undefined) return;
      event.preventDefault();
      if (!isTypeCode(carried)) return move(Number(carried), place);
      if (!mayStand(draft, carried, place.parent)) return shared.say(t('design.cannotMove'));
      const added = addElement(draft, { type: carried, label: t(typeLabel(carried)) }, place, groups);
      change(() => added.draft);
      tell(added.draft, added.id);
      shared.onChoose(added.id);
    },
    onKey(event, id) {
      const isUp = event.key === 'ArrowUp';
      if (!isUp && event.key !== 'ArrowDown') return;
      event.preventDefault();
      if (event.ctrlKey || event.metaKey) return put(id, moveStep(draft, id, isUp ? 'up' : 'down'));
      const order = listInOrder(draft);
      focus(order[order.indexOf(id) + (isUp ? -1 : 1)]);
    },
  };
  return (
    <div
      ref={canvas}
      className={`${ui.card} ${css.canvas}`}
      onDragOver={(event) => inside.onOver(event, { parent: top, index: (draft.children[top] ?? []).length })}
      onDrop={inside.onDrop}
      onDragEnd={() => setDrop(undefined)}
      onDragLeave={(event) => event.target === event.currentTarget && setDrop(undefined)}
    >
      <Children parent={top} inside={inside} />
    </div>
  );
}
