// How the server is: what is wrong and what to do, a day of measures, who follows its events, and the end of its log.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, take } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { formatNumber, t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Select, TextField } from '../../../ui/forms/fields.tsx';
import { Empty, ErrorState, Loading } from '../../../ui/feedback/async-states.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { When } from '../../../ui/dates/when.tsx';
import ui from '../../../ui/ui.module.css';
import { useSettled } from '../../../ui/forms/use-settled.ts';
import css from '../administration.module.css';
import { formatBytes } from '../../../ui/files/format-bytes.ts';
import { healthQuery, stateColours } from './health.ts';
import { MeasureChart } from './measure-chart.tsx';

/** How often the page looks again, in ms. */
const againMs = 60_000;

function Health(): ReactNode {
  const { data, error, refetch, isFetching } = useQuery(healthQuery());
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={6} />;
  return (
    <section className={`${ui.card} ${css.wideSection}`} aria-label={t('admin.health')}>
      <div className={css.head}>
        <h2>{t('admin.health')}</h2>
        <Button isDisabled={isFetching} onPress={() => void refetch()}>
          {t('admin.lookAgain')}
        </Button>
      </div>
      <ul className={css.findings}>
        {data.map(({ what, state, finding, remedy }) => (
          <li key={what}>
            <Badge colour={stateColours[state]}>{t(`admin.health.${state}`)}</Badge>
            <div>
              <strong>{what}</strong> {finding}
              {remedy !== null && <p className={ui.soft}>→ {remedy}</p>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Measure = Schemas['Measure'];

const charts: readonly {
  name: 'requests' | 'errors' | 'answer' | 'busy' | 'memory' | 'jobs' | 'disk';
  of(one: Measure): number;
  format(value: number): string;
}[] = [
  { name: 'requests', of: (one) => one.requests, format: formatNumber },
  { name: 'errors', of: (one) => one.errors, format: formatNumber },
  { name: 'answer', of: (one) => one.answer_ms, format: (value) => `${formatNumber(value)} ms` },
  { name: 'busy', of: (one) => one.busy * 100, format: (value) => `${formatNumber(Math.round(value))} %` },
  { name: 'memory', of: (one) => one.memory_bytes, format: formatBytes },
  { name: 'jobs', of: (one) => one.jobs_waiting, format: formatNumber },
  { name: 'disk', of: (one) => one.disk_free_bytes, format: formatBytes },
];

function Measures(): ReactNode {
  const { data, error, refetch } = useQuery({
    queryKey: ['/admin/measures'],
    queryFn: () => take(api.GET('/admin/measures', { params: { query: { step: 10 } } })),
    refetchInterval: againMs,
  });
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={6} />;
  return (
    <section className={ui.stack} aria-label={t('admin.measures')}>
      <h2>{t('admin.measures')}</h2>
      {data.length === 0 ? (
        <Empty title={t('admin.noMeasures')} />
      ) : (
        <div className={css.charts}>
          {charts.map(({ name, of, format }) => (
            <MeasureChart
              key={name}
              title={t(`admin.measure.${name}`)}
              points={data.map((one) => ({ date: one.date, value: of(one) }))}
              format={format}
            />
          ))}
        </div>
      )}
    </section>
  );
}

function Followers(): ReactNode {
  const { data, error, refetch } = useQuery({
    queryKey: ['/admin/followers'],
    queryFn: () => take(api.GET('/admin/followers')),
    refetchInterval: againMs,
  });
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={3} />;
  return (
    <section className={`${ui.card} ${css.wideSection}`} aria-label={t('admin.followers')}>
      <h2>{t('admin.followers')}</h2>
      <p className={ui.soft}>{t('admin.followersText')}</p>
      <ul className={css.findings}>
        {data.map(({ name, behind }) => (
          <li key={name}>
            <Badge colour={behind === 0 ? 'neon-green' : 'graffiti-yellow'}>
              {t('admin.behind', { count: behind })}
            </Badge>
            <span>{nameFollower(name)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const known = ['notifications', 'programs', 'search-index'] as const;

/** What a follower does; its own name where this page does not know it. */
function nameFollower(name: string): string {
  const one = known.find((follower) => follower === name);
  return one === undefined ? name : t(`admin.follower.${one}`);
}

const levels = ['trace', 'info', 'warn', 'error'] as const;
type Level = (typeof levels)[number];

function Log(): ReactNode {
  const [level, setLevel] = useState<Level>('info');
  const [words, setWords] = useState('');
  const settled = useSettled(words.trim(), 300);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['/admin/log', level, settled],
    queryFn: () => take(api.GET('/admin/log', { params: { query: { level, words: settled } } })),
  });
  return (
    <section className={ui.stack} aria-label={t('admin.log')}>
      <div className={css.head}>
        <h2>{t('admin.log')}</h2>
        <Button isDisabled={isFetching} onPress={() => void refetch()}>
          {t('admin.lookAgain')}
        </Button>
      </div>
      <div className={css.filters}>
        <TextField label={t('admin.words')} value={words} onChange={setWords} />
        <Select
          label={t('admin.level')}
          choices={levels.map((id) => ({ id, label: t(`admin.level.${id}`) }))}
          value={level}
          onChange={(id) => setLevel(levels.find((one) => one === id) ?? 'info')}
        />
      </div>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data !== undefined && (
        <>
          <p className={ui.soft}>{data.file === '' ? t('admin.noLogFile') : data.file}</p>
          {data.lines.length === 0 ? (
            <Empty title={t('admin.nothing')} />
          ) : (
            <ol className={`${ui.card} ${css.log}`} aria-label={t('admin.log')} tabIndex={0}>
              {data.lines.map((line, index) => (
                <li key={`${line.date} ${index}`} data-level={line.level}>
                  <When iso={line.date} isAbsolute /> <strong>{line.level}</strong> {line.message}{' '}
                  {line.details !== '' && <code>{line.details}</code>}
                </li>
              ))}
            </ol>
          )}
        </>
      )}
    </section>
  );
}

export const ServerPage = (): ReactNode => (
  <>
    <Health />
    <Measures />
    <Followers />
    <Log />
  </>
);
