import { foldText } from '../../../contract/fold-text.ts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Bell } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, settle, take, takeTagged } from '../../platform/api.ts';
import { formatNumber, t } from '../../platform/i18n.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { useSelf } from '../../platform/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { NoAccess } from '../../ui/no-access/no-access.tsx';
import { Select, TextField } from '../../ui/forms/fields.tsx';
import { Dialog } from '../../ui/overlays/overlays.tsx';
import { Empty, ErrorState, Loading } from '../../ui/feedback/async-states.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { TrackerMark } from '../../ui/tracker-mark.tsx';
import ui from '../../ui/ui.module.css';
import css from './report.module.css';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { Link } from '../../ui/link.tsx';

const route = getRouteApi('/projects/$project/trackers');
const pageMax = 50;

/** Page after page, in the order of the project. */
async function readAll(path: { id: number }) {
  const read = (offset: number) =>
    takeTagged(api.GET('/projects/{id}/trackers', { params: { path, query: { limit: pageMax, offset } } }));
  const first = await read(0);
  const starts = Array.from(
    { length: Math.max(Math.ceil((first.size ?? 0) / pageMax) - 1, 0) },
    (_, page) => (page + 1) * pageMax,
  );
  const others = await Promise.all(starts.map(read));
  return [first, ...others].flatMap(({ data }) => data);
}

async function readTrackers(shortName: string) {
  const query = JSON.stringify({ shortname: shortName });
  const [project] = await take(api.GET('/projects', { params: { query: { query, limit: 1 } } }));
  if (project === undefined) return undefined;
  const path = { id: project.id };
  const [trackers, counts, summary] = await Promise.all([
    readAll(path),
    take(api.GET('/projects/{id}/tracker_counts', { params: { path } })),
    take(api.GET('/projects/{id}/summary', { params: { path } })),
  ]);
  const countOf = new Map(counts.map((count) => [count.tracker.id, count]));
  return {
    project,
    mayAdminister: summary.may_administer,
    trackers: trackers.map((tracker) => ({
      id: tracker.id,
      label: tracker.label,
      colour: tracker.color_name,
      icon: 'icon' in tracker ? tracker.icon : '',
      description: 'description' in tracker ? tracker.description : '',
      count: countOf.get(tracker.id),
    })),
  };
}

const levels = ['all', 'involved', 'status', 'none'] as const;

/** Which changes in a tracker the person is mailed about. */
function Subscription({ trackerId, label, onClose }: { trackerId: number; label: string; onClose(): void }): ReactNode {
  const queryKey = ['/trackers', trackerId, 'subscription'];
  const params = { path: { id: trackerId } };
  const { data, error } = useQuery({
    queryKey,
    queryFn: () => take(api.GET('/trackers/{id}/subscription', { params })),
  });
  const { submit, problem } = useSubmit({ invalidates: [queryKey], toast: t('ui.saved') });
  const change = (id: string): void => {
    const level = levels.find((known) => known === id);
    if (level !== undefined)
      void submit(() => settle(api.PUT('/trackers/{id}/subscription', { params, body: { level } })));
  };
  return (
    <Dialog title={t('trackers.mailsAbout', { tracker: label })} isOpen onClose={onClose}>
      {error !== null && <ErrorState error={error} />}
      {data !== undefined && (
        <Select
          label={t('trackers.mails')}
          value={data.level}
          choices={levels.map((id) => ({ id, label: t(`trackers.mails.${id}`) }))}
          onChange={change}
          error={problem}
        />
      )}
      <div className={ui.actions}>
        <Button onPress={onClose}>{t('trackers.done')}</Button>
      </div>
    </Dialog>
  );
}

type ListedTracker = NonNullable<Awaited<ReturnType<typeof readTrackers>>>['trackers'][number];

interface RowProps {
  tracker: ListedTracker;
  onFollow: (() => void) | undefined;
}

const TrackerRow = ({ tracker: { id, label, colour, icon, description, count }, onFollow }: RowProps): ReactNode => (
  <li>
    <TrackerMark colour={colour} icon={icon} />
    <div className={ui.grow}>
      <Link to="/trackers/$tracker" params={{ tracker: String(id) }} className={css.trackerName}>
        {label}
      </Link>
      {description !== '' && <p className={`${ui.soft} ${ui.small}`}>{description}</p>}
    </div>
    <span className={css.counts}>
      {count?.open !== undefined && count.open !== null && (
        <span>{t('trackers.openCount', { count: count.open })}</span>
      )}
      <span className={ui.faint}>{formatNumber(count?.size ?? 0)}</span>
    </span>
    {onFollow !== undefined && (
      <Button tone="quiet" isIcon aria-label={t('trackers.mailsAbout', { tracker: label })} onPress={onFollow}>
        <Bell />
      </Button>
    )}
  </li>
);

interface NoneProps {
  project: string;
  isFiltered: boolean;
  mayAdminister: boolean;
}

const NoTrackers = ({ project, isFiltered, mayAdminister }: NoneProps): ReactNode => (
  <Empty title={isFiltered ? t('trackers.noTrackers') : t('trackers.noneYet')}>
    {!isFiltered && mayAdminister && (
      <ButtonLink to="/projects/$project/trackers/new" params={{ project }} tone="primary">
        {t('trackers.new')}
      </ButtonLink>
    )}
  </Empty>
);

export function TrackerListPage(): ReactNode {
  const { project: name } = route.useParams();
  const { q } = route.useSearch();
  const navigate = route.useNavigate();
  const [words, setWords] = useState(q ?? '');
  const isKnown = useSelf() !== undefined;
  const [followed, setFollowed] = useState<{ id: number; label: string }>();
  const { data, error, refetch } = useQuery({
    queryKey: ['/projects', name, 'tracker-list'],
    queryFn: async () => (await readTrackers(name)) ?? null,
  });
  usePageContext(data?.project && { projectId: data.project.id });
  const wanted = foldText(words.trim());
  const shown = data?.trackers.filter(({ label, description }) => foldText(`${label} ${description}`).includes(wanted));
  if (data === null) return <NoAccess title={t('trackers.list')} asked={{ project: name }} />;
  return (
    <Page
      title={t('trackers.list')}
      crumbs={data === undefined || data === null ? [] : [{ label: data.project.label, to: `/projects/${name}` }]}
      actions={
        <>
          <ButtonLink to="/queries">{t('reports.queries')}</ButtonLink>
          {data?.mayAdminister === true && (
            <ButtonLink to="/projects/$project/trackers/new" params={{ project: name }} tone="primary">
              {t('trackers.new')}
            </ButtonLink>
          )}
        </>
      }
    >
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {error === null && data === undefined && <Loading lines={6} />}
      {shown !== undefined && (
        <>
          <TextField
            label={t('trackers.findTracker')}
            isLabelHidden
            placeholder={t('trackers.findTracker')}
            value={words}
            onChange={(text) => {
              setWords(text);
              void navigate({ search: text === '' ? {} : { q: text }, replace: true });
            }}
          />
          {shown.length === 0 ? (
            <NoTrackers project={name} isFiltered={wanted !== ''} mayAdminister={data?.mayAdminister === true} />
          ) : (
            <ul className={`${ui.card} ${css.trackers}`}>
              {shown.map((tracker) => (
                <TrackerRow
                  key={tracker.id}
                  tracker={tracker}
                  onFollow={isKnown ? () => setFollowed(tracker) : undefined}
                />
              ))}
            </ul>
          )}
          {followed !== undefined && (
            <Subscription trackerId={followed.id} label={followed.label} onClose={() => setFollowed(undefined)} />
          )}
        </>
      )}
    </Page>
  );
}
