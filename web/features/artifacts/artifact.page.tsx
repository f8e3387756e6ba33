import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { useEffect } from '../../platform/effects.ts';
import { isRefusedWith } from '../../platform/api.ts';
import type { Schemas, Tagged } from '../../platform/api.ts';
import { isNumber } from '../../platform/addresses.ts';
import { whenIdle } from '../../platform/idle.ts';
import { followEvents } from '../../platform/live/live.ts';
import { t } from '../../platform/i18n.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { useSelf } from '../../platform/session.ts';
import { writeName } from '../../platform/names/person-names.ts';
import { NoAccess } from '../../ui/no-access/no-access.tsx';
import { describeError, Notice } from '../../ui/feedback/async-states.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Person } from '../../ui/avatar.tsx';
import { When } from '../../ui/dates/when.tsx';
import ui from '../../ui/ui.module.css';
import css from './artifact.module.css';
import { ArtifactActions } from './actions/artifact-actions.tsx';
import { artifactQuery, addToRecent } from './artifact.queries.ts';
import { FollowButton } from './actions/follow-button.tsx';
import { ArtifactForm } from './form/artifact-form.tsx';
import { Column, Fact } from './form/column.tsx';
import { Document, fieldsIn, useBoxes } from './form/document.tsx';
import { FieldView } from './form/field-view.tsx';
import { Headline } from './form/headline.tsx';
import { filterLayout } from './form/layout.ts';
import { pageParts } from './form/page-parts.ts';
import { Limits } from './form/read-value.tsx';
import { fieldTypeOf } from '../fields/index.ts';
import type { Field } from '../fields/index.ts';
import { ArtifactSkeleton } from './artifact-skeleton.tsx';
import { Presence } from './presence.tsx';
import { StatusField } from './status-field.tsx';
import { UnreadArtifact } from './unread-artifact.tsx';
import { Comments } from './comments/comments.tsx';
import { lazy } from '../../ui/lazy.tsx';

const ArtifactCode = lazy(async () => (await import('./artifact-code.tsx')).ArtifactCode);
const Followers = lazy(async () => (await import('./followers.tsx')).Followers);

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
    return error === null ? (
      <ArtifactSkeleton />
    ) : (
      <Page title={`#${id}`}>
        <UnreadArtifact id={id} error={error} onRetry={() => void refetch()} />
      </Page>
    );
  const { tracker } = tagged.data;
  if (!('fields' in tracker)) throw new Error('the artifact came without its tracker');
  return (
    <ArtifactForm key={id} tagged={tagged} tracker={tracker} readAtMs={dataUpdatedAt}>
      {(form) => <Content tagged={tagged} tracker={tracker} error={error} form={form} />}
    </ArtifactForm>
  );
}

interface ContentProps {
  tagged: Tagged<Schemas['Artifact']>;
  tracker: Schemas['Tracker'];
  /** Why the artifact could not be read again. */
  error: unknown;
  form: Parameters<ComponentProps<typeof ArtifactForm>['children']>[0];
}

function Content({ tagged, tracker, error, form }: ContentProps): ReactNode {
  const artifact = tagged.data;
  const { id } = artifact;
  const changedAt = useChangesOfOthers(id);
  const isSignedIn = useSelf() !== undefined;
  const boxes = useBoxes();
  const parts = useMemo(() => pageParts(tracker), [tracker]);
  const shownIds = new Set(fieldsIn(boxes));
  const isThere = (field: Field | undefined): field is Field => field !== undefined && shownIds.has(field.field_id);
  const { title, description, status } = parts;
  const column = parts.column.filter(isThere);
  const placed = new Set([title, description, status, ...column].map((field) => field?.field_id));
  const further = filterLayout(boxes, (field) => !placed.has(field.field_id) && !isKnownOtherwise(field));
  const heading = artifact.title ?? artifact.xref;
  return (
    <Page
      title={heading}
      headline={<Headline title={heading} field={isThere(title) ? title : undefined} />}
      crumbs={[
        { label: artifact.project.label, to: `/projects/${artifact.project.id}` },
        { label: tracker.label, to: `/trackers/${tracker.id}` },
        { label: artifact.xref },
      ]}
      actions={
        <>
          {isSignedIn && <Presence id={id} />}
          <Limits fields={tracker.fields} values={artifact.values ?? []} />
          <ArtifactActions artifact={artifact} />
        </>
      }
    >
      {changedAt !== undefined && <ChangedBy person={artifact.last_update_by_user} at={changedAt} />}
      <div className={css.columns}>
        <div className={ui.stack}>
          {error !== null && <Notice kind="warning">{describeGone(error)}</Notice>}
          {form.notices}
          {isThere(description) && <FieldView field={description} />}
          <Document boxes={further} isFolded />
          {form.bars}
          <Comments artifact={artifact} />
        </div>
        <Column summary={<Summary artifact={artifact} />}>
          {isThere(status) && <StatusField id={id} tagged={tagged} field={status} />}
          {column.map((field) => (
            <FieldView key={field.field_id} field={field} />
          ))}
          {isSignedIn && (
            <Fact label={t('actions.notifications')}>
              <FollowButton id={id} />
            </Fact>
          )}
          {isSignedIn && <Followers id={id} />}
          <ArtifactCode id={id} />
          <Origin artifact={artifact} />
        </Column>
      </div>
    </Page>
  );
}

/** What the column says of every artifact. */
const isKnownOtherwise = ({ type }: Field): boolean => {
  const { isShownElsewhere, isWide } = fieldTypeOf(type);
  return isShownElsewhere === true && isWide !== true;
};

/** Where somebody has folded what there is to look up. */
const Summary = ({ artifact: { full_status: status, assignees } }: { artifact: Schemas['Artifact'] }): ReactNode => (
  <>
    {status !== null && <Badge colour={status.color}>{status.value}</Badge>}
    {assignees.map((person) => (
      <Person key={person.id} person={person} />
    ))}
  </>
);

/** Who made it and who changed it last, and when. */
const Origin = ({ artifact }: { artifact: Schemas['Artifact'] }): ReactNode => (
  <>
    <Fact label={t('artifacts.created')}>
      <When iso={artifact.submitted_on} />
      <div>
        <Person person={artifact.submitted_by_user} />
      </div>
    </Fact>
    <Fact label={t('artifacts.updated')}>
      <When iso={artifact.last_modified_date} />
      <div>
        <Person person={artifact.last_update_by_user} />
      </div>
    </Fact>
  </>
);
