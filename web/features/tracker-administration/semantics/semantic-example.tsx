// What the drafted meanings make of the newest artifact; nothing is saved.
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, take } from '../../../platform/api.ts';
import { formatNumber, t } from '../../../platform/i18n.ts';
import { describeError } from '../../../ui/feedback/async-states.tsx';
import { Badge } from '../../../ui/badge.tsx';
import ui from '../../../ui/ui.module.css';
import { cellOf, describeCell } from '../../trackers/index.ts';
import css from '../administration.module.css';
import type { Semantics } from '../definition/definition-draft.ts';
import { useDefinition } from '../definition/use-definition.ts';

type Cell = ReturnType<typeof cellOf>;
type CellWith = (id: number | undefined) => Cell;

const nothing = '–';

const describe = (cell: Cell): string => describeCell(cell) ?? nothing;

function describeStatus({ status, done }: Semantics, cellWith: CellWith): string {
  const cell = cellWith(status?.field_id);
  if (cell.kind !== 'parts') return nothing;
  const ids = cell.parts.map(({ key }) => Number(key));
  const isOpen = ids.some((id) => status?.value_ids?.includes(id));
  const isDone = ids.some((id) => done?.value_ids?.includes(id));
  const kind = isOpen ? 'open' : isDone ? 'success' : 'closed';
  return `${describe(cell)} (${t(`design.semantic.${kind}`)})`;
}

function describeTimeframe({ timeframe }: Semantics, cellWith: CellWith): string {
  if (timeframe?.implied_from_tracker !== undefined) return t('design.semantic.fromOther');
  const start = describe(cellWith(timeframe?.start_date_field_id));
  const days = timeframe?.duration_field_id;
  const end = describe(cellWith(days ?? timeframe?.end_date_field_id));
  return days === undefined ? `${start} → ${end}` : t('design.semantic.fromFor', { start, days: end });
}

function describeProgress({ progress }: Semantics, cellWith: CellWith): string {
  if (progress?.artifact_link_type !== undefined) return t('design.semantic.byChildren');
  const total = cellWith(progress?.total_effort_field_id);
  const remaining = cellWith(progress?.remaining_effort_field_id);
  if (total.kind !== 'number' || remaining.kind !== 'number' || total.value <= 0) return nothing;
  const share = 1 - remaining.value / total.value;
  return `${formatNumber(Math.round(100 * Math.min(1, Math.max(0, share))))} %`;
}

const descriptions = {
  status: describeStatus,
  contributor: ({ contributor }: Semantics, cellWith: CellWith) => describe(cellWith(contributor?.field_id)),
  timeframe: describeTimeframe,
  progress: describeProgress,
  initial_effort: ({ initial_effort: effort }: Semantics, cellWith: CellWith) => describe(cellWith(effort?.field_id)),
  velocity: ({ velocity }: Semantics, cellWith: CellWith) => describe(cellWith(velocity?.field_id)),
};
const described = ['status', 'contributor', 'timeframe', 'progress', 'initial_effort', 'velocity'] as const;

function Card({ title, cellWith }: { title: string; cellWith: CellWith }): ReactNode {
  const { draft } = useDefinition();
  const { plugin_cardwall_card_fields: card } = draft.semantics;
  const background = cellWith(card?.background_color_field_id ?? undefined);
  const colour = background.kind === 'parts' ? background.parts[0]?.colour : undefined;
  return (
    <div className={`${ui.card} ${css.exampleCard}`}>
      {colour === undefined ? <strong>{title}</strong> : <Badge colour={colour}>{title}</Badge>}
      {(card?.field_ids ?? []).map((id) => (
        <span key={id} className={ui.small}>
          {draft.fields[id]?.label}: {describe(cellWith(id))}
        </span>
      ))}
    </div>
  );
}

/** The newest artifact of a tracker that one may see, where there is one. */
export const exampleQuery = (trackerId: number) =>
  queryOptions({
    queryKey: ['/trackers', trackerId, 'artifacts', 'example'],
    queryFn: () =>
      take(
        api.GET('/trackers/{id}/artifacts', {
          params: { path: { id: trackerId }, query: { values: 'all', limit: 1, order: 'desc' } },
        }),
      ),
  });

/** Nothing while the tracker has no artifact that one may see. */
export function SemanticExample(): ReactNode {
  const { tracker, draft } = useDefinition();
  const { semantics } = draft;
  const { data, error } = useQuery(exampleQuery(tracker.id));
  const artifact = data?.[0];
  if (error !== null) return <p className={ui.soft}>{describeError(error)}</p>;
  if (artifact === undefined) return null;
  const values = artifact.values ?? [];
  const cellWith: CellWith = (id) =>
    cellOf(
      values.find((value) => value.field_id === id),
      { linkType: undefined },
    );
  const reference = `${draft.head.itemName} #${artifact.id}`;
  const named = describe(cellWith(semantics.title?.field_id));
  const title = named === nothing ? reference : named;
  return (
    <section className={`${ui.card} ${css.section}`} aria-label={t('design.semantic.example')}>
      <h2>{t('design.semantic.example')}</h2>
      <p className={`${ui.soft} ${ui.small}`}>{t('design.semantic.exampleText', { reference })}</p>
      <p>
        <strong>{title}</strong>
      </p>
      {semantics.description !== undefined && semantics.description !== null && (
        <p>{describe(cellWith(semantics.description.field_id))}</p>
      )}
      <dl className={css.example}>
        {described
          .filter((name) => semantics[name] !== undefined && semantics[name] !== null)
          .map((name) => (
            <div key={name}>
              <dt>{t(`design.semantic.${name}`)}</dt>
              <dd>{descriptions[name](semantics, cellWith)}</dd>
            </div>
          ))}
      </dl>
      {(semantics.plugin_cardwall_card_fields ?? undefined) !== undefined && <Card title={title} cellWith={cellWith} />}
    </section>
  );
}
