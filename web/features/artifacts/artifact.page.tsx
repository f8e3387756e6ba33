import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useEffect } from '../../platform/effects.ts';
import { isRefusedWith } from '../../platform/api.ts';
import { isNumber } from '../../platform/addresses.ts';
import { whenIdle } from '../../platform/idle.ts';
import { followEvents } from '../../platform/live/live.ts';
import { t } from '../../platform/i18n.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { useSelf } from '../../platform/session.ts';
import { writeName } from '../../platform/names/person-names.ts';
import { NoAccess } from '../../ui/no-access/no-access.tsx';
import { describeError, Loading, Notice } from '../../ui/feedback/async-states.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Person } from '../../ui/avatar.tsx';
import { When } from '../../ui/dates/when.tsx';
import { TrackerMark } from '../../ui/tracker-mark.tsx';
import ui from '../../ui/ui.module.css';
import css from './artifact.module.css';
import { ArtifactActions } from './actions/artifact-actions.tsx';
import { artifactQuery, addToRecent } from './artifact.queries.ts';
import { ArtifactFields } from './form/artifact-form.tsx';
import type { FormHandle } from './form/artifact-form.tsx';
import { Limits } from './form/read-value.tsx';
import { Presence } from './presence.tsx';
import { StatusField } from './status-field.tsx';
import { UnreadArtifact } from './unread-artifact.tsx';
import { Comments } from './comments/comments.tsx';
import { lazy } from '../../ui/lazy.tsx';

const ArtifactCode = lazy(async () => (await import('./artifact-code.tsx')).ArtifactCode);

const route = getRouteApi('/artifacts/$id');

/** Kinds of events that leave an artifact as it was, such as a move on a board. */
const rankEventKinds = ['artifact-ranked', 'artifact-planned'];

/** Reads anew what somebody else changed meanwhile; gives when that was. */
function useChangesOfOthers(id: number): string | undefined {
  const self = useSelf();
  const queryClient = useQueryClient();
  const [changedAt, setChangedAt] = useState<string>();
  useEffect(() => {
    if (self === undefined) return undefined;
    return followEvents(self.id, ({ artifactId, kind, byId, at }, isEarlier) => {
      if (artifactId !== id) return;
      void queryClient.invalidateQueries({ queryKey: ['/artifacts', id] });
      if (rankEventKinds.includes(kind)) return;
      if (byId !== self.id && !isEarlier) setChangedAt(at);
    });
  }, [id, self?.id, queryClient]);
  return changedAt;
}

const describeGone = (error: unknown): string =>
  isRefusedWith(error, 403, 404) ? t('form.gone') : describeError(error);

export function ArtifactPage(): ReactNode {
  const { id } = route.useParams();
  return isNumber(id) ? <Artifact id={Number(id)} /> : <NoAccess title={id} />;
}

/** Notes that it was seen, once it was. */
function useRecentlyViewed(id: number, isSeen: boolean): void {
  useEffect(() => {
    // A visit that could not be noted is nobody's concern.
    return isSeen ? whenIdle(() => void addToRecent(id).catch(() => undefined)) : undefined;
  }, [id, isSeen]);
}

const ChangedBy = ({ person, at }: { person: { display_name: string }; at: string }): ReactNode => (
  <Notice>
    {t('form.changedBy', { name: writeName(person.display_name) })} <When iso={at} />
  </Notice>
);

function Artifact({ id }: { id: number }): ReactNode {
  const isSignedIn = useSelf() !== undefined;
  const { data: tagged, error, refetch, dataUpdatedAt } = useQuery(artifactQuery(id));
  const changedAt = useChangesOfOthers(id);
  const form = useRef<FormHandle>(null);
  const seen = tagged?.data;
  usePageContext(
    seen && {
      projectId: seen.project.id,
      tracker: { id: seen.tracker.id, label: seen.tracker.label, colour: seen.tracker.color_name },
    },
  );
  useRecentlyViewed(id, tagged !== undefined && isSignedIn);
  // What was read stays, with what is typed into it, although it can't be read again.
  if (tagged === undefined)
    return (
      <Page title={`#${id}`}>
        {error === null ? (
          <Loading lines={8} />
        ) : (
          <UnreadArtifact id={id} error={error} onRetry={() => void refetch()} />
        )}
      </Page>
    );
  const artifact = tagged.data;
  const { tracker } = artifact;
  const whole = 'fields' in tracker ? tracker : undefined;
  const status = artifact.full_status;
  return (
    <Page
      title={artifact.title ?? artifact.xref}
      crumbs={[
        { label: artifact.project.label, to: `/projects/${artifact.project.id}` },
        { label: tracker.label, to: `/trackers/${tracker.id}` },
        { label: artifact.xref },
      ]}
      actions={<ArtifactActions key={id} artifact={artifact} />}
    >
      <div className={ui.row}>
        <TrackerMark colour={tracker.color_name} icon={whole?.icon} />
        {status !== null && <Badge colour={status.color}>{status.value}</Badge>}
        {whole !== undefined && <Limits fields={whole.fields} values={artifact.values ?? []} />}
        <span className={`${ui.soft} ${ui.small}`}>
          {t('artifacts.submitted')} <When iso={artifact.submitted_on} /> · {t('artifacts.changed')}{' '}
          <When iso={artifact.last_modified_date} />
        </span>
        <Person person={artifact.last_update_by_user} />
        {isSignedIn && <Presence key={id} id={id} />}
      </div>
      {changedAt !== undefined && <ChangedBy person={artifact.last_update_by_user} at={changedAt} />}
      <div className={css.columns}>
        <div className={ui.stack}>
          {error !== null && <Notice kind="warning">{describeGone(error)}</Notice>}
          {whole !== undefined && (
            <ArtifactFields
              key={`fields of ${id}`}
              handle={form}
              tagged={tagged}
              tracker={whole}
              readAtMs={dataUpdatedAt}
            />
          )}
          <ArtifactCode key={`code of ${id}`} id={id} />
          <Comments key={id} artifact={artifact} />
        </div>
        {whole !== undefined && <StatusField id={id} tagged={tagged} tracker={whole} form={form} />}
      </div>
    </Page>
  );
}
