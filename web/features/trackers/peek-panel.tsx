// The artifact beside the table: its main values, without leaving the list.
import { useQuery } from '@tanstack/react-query';
import { ExternalLink, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { api, take } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ErrorState, Loading } from '../../ui/feedback/async-states.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Markup } from '../../ui/markdown/markup.tsx';
import { Person } from '../../ui/avatar.tsx';
import { When } from '../../ui/dates/when.tsx';
import ui from '../../ui/ui.module.css';
import { textIn } from '../../platform/parse-unknown.ts';
import { cellOf } from './table/cells.ts';
import { fieldOfMeaning } from './fields.ts';
import type { Tracker } from './fields.ts';
import css from './report.module.css';
import { CellContent } from './table/cell-content.tsx';
import { fieldIs, fieldTypeOf } from '../fields/index.ts';

export function PeekPanel({ tracker, id, onClose }: { tracker: Tracker; id: number; onClose(): void }): ReactNode {
  const { data, error, refetch } = useQuery({
    queryKey: ['/artifacts', id, 'peek'],
    queryFn: () => take(api.GET('/artifacts/{id}', { params: { path: { id } } })),
  });
  const shownIds = new Set(['title', 'status'].map((meaning) => fieldOfMeaning(tracker, meaning)?.field_id));
  const values = (data?.values ?? []).filter(
    ({ type, field_id: field }) => fieldTypeOf(type).isShownElsewhere !== true && !shownIds.has(field),
  );
  const facts = values
    .map((value) => ({ value, cell: cellOf(value, {}) }))
    .filter(({ value, cell }) => cell.kind !== 'empty' && !fieldIs.text(value));
  const texts = values.filter(fieldIs.text);
  return (
    <aside className={css.peek} aria-label={t('trackers.peek')} data-testid="peek">
      <div className={css.peekHead}>
        <span className={ui.faint}>{data?.xref ?? `#${id}`}</span>
        <span className={ui.row}>
          <ButtonLink to="/artifacts/$id" params={{ id: String(id) }} tone="quiet">
            <ExternalLink aria-hidden="true" /> {t('trackers.openIt')}
          </ButtonLink>
          <Button tone="quiet" isIcon aria-label={t('ui.close')} onPress={onClose}>
            <X />
          </Button>
        </span>
      </div>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {error === null && data === undefined && <Loading lines={6} />}
      {data !== undefined && (
        <>
          <h2>{data.title === null || data.title === '' ? t('trackers.untitled') : data.title}</h2>
          <div className={ui.row}>
            {data.full_status !== null && <Badge colour={data.full_status.color}>{data.full_status.value}</Badge>}
            <span className={`${ui.soft} ${ui.small}`}>
              {t('trackers.changed')} <When iso={data.last_modified_date} />
            </span>
          </div>
          {data.assignees.map((person) => (
            <Person key={person.id} person={person} />
          ))}
          <dl className={css.facts}>
            {facts.map(({ value, cell }) => (
              <div key={value.field_id}>
                <dt>{value.label}</dt>
                <dd>
                  <CellContent cell={cell} />
                </dd>
              </div>
            ))}
          </dl>
          {texts.map((value) => {
            const html = textIn(value, 'post_processed_value') ?? '';
            return html === '' ? null : (
              <section key={value.field_id} className={css.peekText}>
                <h3>{value.label}</h3>
                <Markup html={html} />
              </section>
            );
          })}
        </>
      )}
    </aside>
  );
}
