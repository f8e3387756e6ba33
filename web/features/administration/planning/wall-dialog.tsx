// The columns of a board of milestones, and which cards stand in each.
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, take } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Select, TextField } from '../../../ui/forms/fields.tsx';
import { PickField, TagsField } from '../../../ui/pickers/pickers.tsx';
import ui from '../../../ui/ui.module.css';
import { listColours } from '../../tracker-administration/index.ts';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { useProject } from '../project/project-administration.layout.tsx';
import { OrderButtons } from './order-buttons.tsx';
import { setupKey } from './planning-setup.queries.ts';
import css from './planning-setup.module.css';
import { chooseList, moveOne, targetsOf, wallLists, writeWall } from './wall-draft.ts';
import type { DraftColumn, WallDraft } from './wall-draft.ts';

interface Props {
  /** Whose milestones it is for. */
  tracker: Schemas['Tracker'];
  trackers: readonly Schemas['Tracker'][];
  draft: WallDraft;
  onClose(): void;
}

const byStatus = 'status';

interface ColumnProps {
  column: DraftColumn;
  /** Of all lists, but for what stands in other columns. */
  places: readonly { id: string; label: string }[];
  onChange(column: DraftColumn): void;
  children: ReactNode;
}

const ColumnForm = ({ column, places, onChange, children }: ColumnProps): ReactNode => (
  <li className={css.wallColumn}>
    <TextField
      label={t('plans.column')}
      isRequired
      value={column.label}
      onChange={(label) => onChange({ ...column, label })}
    />
    <PickField
      label={t('admin.colour')}
      choices={listColours()}
      value={column.colour === '' ? undefined : column.colour}
      isClearable
      onChange={(colour) => onChange({ ...column, colour: colour ?? '' })}
    />
    <span className={css.wallTools}>{children}</span>
    {places.length > 0 && (
      <div className={css.wallPlaces}>
        <TagsField
          label={t('plans.standsHere', { column: column.label })}
          choices={places}
          chosen={column.places.flatMap((id) => places.filter((place) => place.id === id))}
          onChange={(chosen) => onChange({ ...column, places: chosen.map(({ id }) => id) })}
        />
      </div>
    )}
  </li>
);

export function WallDialog({ tracker, trackers, draft: first, onClose }: Props): ReactNode {
  const { id } = useProject();
  const [draft, setDraft] = useState(first);
  const { columns, lists } = draft;
  const cards = trackers.filter((one) => one.id !== tracker.id && wallLists(one).length > 0);
  const places = targetsOf(cards, draft, t('plans.noValue'));
  const setColumns = (next: readonly DraftColumn[]): void => setDraft({ ...draft, columns: next });
  const freeFor = (column: DraftColumn) =>
    places.filter((place) => columns.every((one) => one === column || !one.places.includes(place.id)));
  const params = { path: { id: tracker.id } };
  return (
    <FormDialog
      title={t('plans.wallOf', { name: tracker.label })}
      action={t('ui.save')}
      isWide
      invalidates={[setupKey(id), ['planning']]}
      onClose={onClose}
      isReady={columns.every(({ label }) => label.trim() !== '')}
      send={() => take(api.PUT('/trackers/{id}/cardwall', { params, body: writeWall(draft) }))}
    >
      <p className={ui.soft}>{t('plans.wallText')}</p>
      <ol className={css.wallColumns} aria-label={t('plans.columns')}>
        {columns.map((column, at) => (
          <ColumnForm
            key={column.key}
            column={column}
            places={freeFor(column)}
            onChange={(next) => setColumns(columns.with(at, next))}
          >
            <OrderButtons
              name={column.label}
              at={at}
              count={columns.length}
              onMove={(by) => setColumns(moveOne(columns, at, by))}
              onRemove={() => setColumns(columns.toSpliced(at, 1))}
            />
          </ColumnForm>
        ))}
      </ol>
      <div>
        <Button
          onPress={() => setColumns([...columns, { key: crypto.randomUUID(), label: '', colour: '', places: [] }])}
        >
          {t('plans.addColumn')}
        </Button>
      </div>
      <fieldset className={css.wallLists}>
        <legend className={ui.label}>{t('plans.standBy')}</legend>
        {cards.map((card) => (
          <Select
            key={card.id}
            label={card.label}
            choices={[
              { id: byStatus, label: t('plans.byStatus') },
              ...wallLists(card).map(({ field_id: fieldId, label }) => ({ id: String(fieldId), label })),
            ]}
            value={String(lists.get(card.id) ?? byStatus)}
            onChange={(chosen) =>
              setDraft(chooseList(cards, draft, card.id, chosen === byStatus ? undefined : Number(chosen)))
            }
          />
        ))}
      </fieldset>
    </FormDialog>
  );
}
