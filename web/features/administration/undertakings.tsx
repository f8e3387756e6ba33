// Long work on the server: how far it is, and what came of it.
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Schemas } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { useI18nMessage } from '../../platform/errors/use-i18n-message.ts';
import { Badge } from '../../ui/badge.tsx';
import ui from '../../ui/ui.module.css';
import css from './administration.module.css';
import type { pagedQuery } from './paged.ts';

type Work = Schemas['Undertaking'];

const colours = {
  waiting: 'lake-placid-blue',
  running: 'graffiti-yellow',
  done: 'neon-green',
  failed: 'fiesta-red',
} as const;

/** How often a list is read again while something in it goes on, in ms. */
const againMs = 1000;

export const isGoing = (work: Work | null): boolean => work?.status === 'waiting' || work?.status === 'running';

/** Reads the list again as long as something of it goes on. */
export const untilOver = <T,>(query: ReturnType<typeof pagedQuery<T>>, workOf: (row: T) => Work | null) =>
  infiniteQueryOptions({
    ...query,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ data }) => data.some((row) => isGoing(workOf(row)))) === true ? againMs : false,
  });

const steps = ['archive', 'artifacts', 'attachments', 'checksums', 'database', 'repositories', 'verifying'] as const;

/** What is done just now; its own name where this page does not know it. */
function nameStep(step: string): string {
  const known = steps.find((one) => one === step);
  return known === undefined ? step : t(`admin.step.${known}`);
}

export const WorkState = ({ work }: { work: Work }): ReactNode => (
  <span className={ui.row}>
    <Badge colour={colours[work.status]}>{t(`admin.work.${work.status}`)}</Badge>
    {work.step !== '' && <span className={ui.soft}>{nameStep(work.step)}</span>}
    {work.progress !== null && (
      <progress value={work.progress} max={1} aria-label={t('admin.progress', { name: work.subject })} />
    )}
  </span>
);

export function WorkNote({ work }: { work: Work }): ReactNode {
  const sayI18n = useI18nMessage();
  return <span className={css.details}>{sayI18n(work.i18n, work.note)}</span>;
}
