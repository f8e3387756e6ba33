// The artifacts of a report as cards, in columns by the values of one list. A moved card is where it was put at once, and back
// where the server refuses.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { useEffect } from '../../platform/effects.ts';
import { t } from '../../platform/i18n.ts';
import { rememberTrail } from '../../platform/lists/list-trail.ts';
import { useOwnAddress } from '../../platform/lists/own-address.ts';
import { useShortcuts } from '../../platform/keyboard/shortcuts.ts';
import { Board } from '../../ui/board/board.tsx';
import { boardKeys } from '../../ui/board/board-keys.ts';
import { sortIntoColumns } from '../../ui/board/board-rules.ts';
import type { Card, Column } from '../../ui/board/board-rules.ts';
import { showMoves } from '../../ui/board/card-moves.ts';
import { Select } from '../../ui/forms/fields.tsx';
import { Empty, ErrorState, Loading, Notice } from '../../ui/feedback/async-states.tsx';
import { useCardMoves } from '../../ui/board/use-card-moves.ts';
import { describeRefusal, movedMeanwhile } from './boards/move-refusal.ts';
import { chosenIn, exchangeValue, semanticField, wallFields } from './chart-fields.ts';
import { cardsOf, columnsOf, noneId } from './wall.ts';
import { cardsMax, cardsQuery, changeRenderer, readArtifact, readRenderer, saveValues } from './renderers.queries.ts';
import type { ListFilter, Renderer, Tracker } from './report-types.ts';
import css from './reports.module.css';
import { useSubmit } from '../../ui/forms/use-submit.ts';

interface Props {
  tracker: Tracker;
  reportId: number;
  renderer: Renderer;
  filter: ListFilter;
  mayEdit: boolean;
  /** What the list is called that one goes back to from its cards; none without it. */
  trail?: string;
}

export function CardwallView({ tracker, reportId, renderer, filter, mayEdit, trail }: Props): ReactNode {
  const { submit } = useSubmit({ invalidates: [['/tracker_reports', reportId]], errors: 'toast' });
  const [chosen, setChosen] = useState<number>();
  const fields = wallFields(tracker);
  const fieldId = chosen ?? renderer.field_id ?? semanticField(tracker, 'status') ?? fields[0]?.field_id;
  const field = fields.find((one) => one.field_id === fieldId);
  useShortcuts(boardKeys);
  const choose = async (id: number): Promise<void> => {
    setChosen(id);
    if (!mayEdit) return;
    await submit(async () => {
      const { etag } = await readRenderer(reportId, renderer.id);
      await changeRenderer(reportId, renderer.id, etag, { field_id: id });
    });
  };
  if (field === undefined) return <Empty title={t('reports.noList')} />;
  return (
    <>
      <div className={css.picker}>
        <Select
          label={t('reports.columnsBy')}
          value={String(field.field_id)}
          choices={fields.map((one) => ({ id: String(one.field_id), label: one.label }))}
          onChange={(id) => void choose(Number(id))}
        />
      </div>
      <Wall key={field.field_id} tracker={tracker} field={field} filter={filter} label={renderer.label} trail={trail} />
    </>
  );
}

interface WallProps {
  tracker: Tracker;
  field: Tracker['fields'][number];
  filter: ListFilter;
  label: string;
  trail: string | undefined;
}

/** Remembers the cards, column by column, as the list that one came from. */
function useTrail(
  label: string | undefined,
  columns: readonly Column[],
  cards: readonly Card[],
  size: number | undefined,
): void {
  const addressNow = useOwnAddress();
  useEffect(() => {
    const address = addressNow();
    if (label === undefined || size === undefined || address === undefined) return;
    const shown = sortIntoColumns(
      columns.map(({ id }) => id),
      cards,
    );
    rememberTrail({ address, label, ids: shown.flat().map(({ id }) => id), size });
  }, [addressNow, label, columns, cards, size]);
}

function Wall({ tracker, field, filter, label, trail }: WallProps): ReactNode {
  const queryClient = useQueryClient();
  const query = cardsQuery(tracker.id, field.field_id, filter);
  const { data, error, refetch } = useQuery(query);
  const artifacts = data?.data;
  const columns = useMemo(() => columnsOf(field, artifacts ?? [], t('reports.none')), [field, artifacts]);
  const { moves, move } = useCardMoves(async (moved, { columnId }) => {
    for (const card of moved) await moveCard(field.field_id, card, columnId);
    await queryClient.invalidateQueries({ queryKey: ['/trackers', tracker.id, 'artifacts'] });
  }, describeRefusal);
  const cards = useMemo(
    () => showMoves(cardsOf(field.field_id, artifacts ?? [], t('reports.untitled')), moves),
    [field, artifacts, moves],
  );
  const size = data?.size ?? artifacts?.length;
  useTrail(trail, columns, cards, size);
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (size === undefined) return <Loading lines={8} />;
  return (
    <>
      {size > cardsMax && <Notice>{t('reports.moreCards', { shown: cardsMax, size })}</Notice>}
      <Board
        label={label}
        columns={size > cardsMax ? columns.map((column) => ({ ...column, hasMore: true })) : columns}
        cards={cards}
        isMovable={field.permissions.includes('update')}
        onMove={move}
      />
    </>
  );
}

/** Changes that one value, if it still is what the card showed. */
async function moveCard(fieldId: number, card: Card, columnId: string): Promise<void> {
  const { data, etag } = await readArtifact(card.id);
  const now = chosenIn(data.values, fieldId);
  const idOf = (column: string): number | undefined => (column === noneId ? undefined : Number(column));
  const from = idOf(card.columnId);
  if (from === undefined ? now.length > 0 : !now.includes(from)) throw movedMeanwhile();
  await saveValues(card.id, etag, fieldId, exchangeValue(now, from, idOf(columnId)));
}
