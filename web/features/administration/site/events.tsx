// The end of the event log: what last happened to artifacts that the administrator may see.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, take } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { ofArtifacts } from '../../../platform/names/event-kinds.ts';
import { Button } from '../../../ui/button.tsx';
import { Empty, ErrorState, Loading } from '../../../ui/feedback/async-states.tsx';
import { Person } from '../../../ui/avatar.tsx';
import { When } from '../../../ui/dates/when.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../administration.module.css';
import { RowTable } from '../row-table.tsx';
import { Link } from '../../../ui/link.tsx';

const shown = 100;

/** The last ones, newest first. The log is read forwards from a position. */
async function readLast(signal: AbortSignal): Promise<Schemas['Event'][]> {
  const read = (query: { since?: number }): Promise<Schemas['EventPage']> =>
    take(api.GET('/events', { params: { query: { ...query, limit: shown } }, signal }));
  const { next } = await read({});
  const { events } = await read({ since: Math.max(0, next - shown) });
  return events.reverse();
}

function sayKind(kind: string): string {
  const known = ofArtifacts.find((one) => one === kind);
  return known === undefined ? kind : t(`hooks.kind.${known}`);
}

export function Events(): ReactNode {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['/events'],
    queryFn: ({ signal }) => readLast(signal),
  });
  return (
    <section className={ui.stack} aria-label={t('admin.events')}>
      <div className={css.head}>
        <h2>{t('admin.events')}</h2>
        <Button isDisabled={isFetching} onPress={() => void refetch()}>
          {t('admin.lookAgain')}
        </Button>
      </div>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading lines={6} />}
      {data?.length === 0 && <Empty title={t('admin.noEvents')} />}
      {data !== undefined && data.length > 0 && (
        <RowTable
          label={t('admin.events')}
          rows={data}
          heads={[t('admin.when'), t('admin.what'), t('admin.artifact'), t('admin.who')]}
          keyOf={({ id }) => id}
          cells={({ kind, at, by, artifact, tracker }) => [
            <When key="when" iso={at} />,
            sayKind(kind),
            <Link key="artifact" to="/artifacts/$id" params={{ id: String(artifact.id) }}>
              {tracker.label} #{artifact.id}
            </Link>,
            by.is_anonymous ? (
              <span key="who" className={ui.soft}>
                {t('admin.notSignedIn')}
              </span>
            ) : (
              <Person key="who" person={by} />
            ),
          ]}
        />
      )}
    </section>
  );
}
