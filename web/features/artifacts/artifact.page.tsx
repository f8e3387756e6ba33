import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { Schemas } from '../../platform/api.ts';
import { followEvents } from '../../platform/live.ts';
import { t } from '../../platform/i18n.ts';
import { usePlace } from '../../platform/place.ts';
import { useSelf } from '../../platform/session.ts';
import { ErrorState, Loading, Notice } from '../../ui/states.tsx';
import { Badge, Page, Person, When } from '../../ui/things.tsx';
import ui from '../../ui/ui.module.css';
import css from './artifact.module.css';
import { artifactQuery, noteVisit } from './artifact.queries.ts';
import { ShownValue } from './shown-value.tsx';
import { StatusField } from './status-field.tsx';
import { Talk } from './talk/talk.tsx';
import { fieldOfSemantic, readShown } from './values.ts';

const route = getRouteApi('/artifacts/$id');

/** Reads anew what somebody else changed meanwhile; gives when that was. */
function useChangesOfOthers(id: number): string | undefined {
  const self = useSelf();
  const queryClient = useQueryClient();
  const [changedAt, setChangedAt] = useState<string>();
  useEffect(() => {
    if (self === undefined) return undefined;
    return followEvents(self.id, ({ artifactId, byId, at }) => {
      if (artifactId !== id) return;
      void queryClient.invalidateQueries({ queryKey: ['/artifacts', id] });
      if (byId !== self.id) setChangedAt(at);
    });
  }, [id, self?.id, queryClient]);
  return changedAt;
}

/** Kinds of values that the head of the page tells already, or that say nothing to a person. */
const toldElsewhere = new Set(['aid', 'atid', 'subby', 'subon', 'luby', 'lud', 'cross', 'Encrypted']);

function Values({
  artifact,
  without,
}: {
  artifact: Schemas['Artifact'];
  without: readonly (number | undefined)[];
}): ReactNode {
  const values = (artifact.values ?? []).filter(
    ({ type, field_id: field }) => !toldElsewhere.has(type) && !without.includes(field),
  );
  const shown = values.map((value) => ({ id: value.field_id, label: value.label, shown: readShown(value) }));
  const texts = shown.filter((value) => value.shown.kind === 'markup');
  const facts = shown.filter((value) => value.shown.kind !== 'markup');
  return (
    <>
      {texts.length > 0 && (
        <div className={`${ui.card} ${css.texts}`}>
          {texts.map(({ id, label, shown: value }) => (
            <section key={id} className={ui.stack}>
              <h2>{label}</h2>
              <ShownValue shown={value} />
            </section>
          ))}
        </div>
      )}
      <dl className={`${ui.card} ${css.facts}`}>
        {facts.map(({ id, label, shown: value }) => (
          <div key={id}>
            <dt>{label}</dt>
            <dd>
              <ShownValue shown={value} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

export function ArtifactPage(): ReactNode {
  const id = Number(route.useParams().id);
  const isSignedIn = useSelf() !== undefined;
  const { data: tagged, error, refetch } = useQuery(artifactQuery(id));
  const changedAt = useChangesOfOthers(id);
  const seen = tagged?.data;
  usePlace(
    seen && {
      projectId: seen.project.id,
      tracker: { id: seen.tracker.id, label: seen.tracker.label, colour: seen.tracker.color_name },
    },
  );
  const isRead = tagged !== undefined;
  useEffect(() => {
    // A visit that could not be noted is nobody's concern.
    if (isRead && isSignedIn) noteVisit(id).catch(() => undefined);
  }, [id, isRead, isSignedIn]);
  if (error !== null || tagged === undefined)
    return (
      <Page title={`#${id}`}>
        {error === null ? <Loading lines={8} /> : <ErrorState error={error} onRetry={() => void refetch()} />}
      </Page>
    );
  const artifact = tagged.data;
  const { tracker } = artifact;
  const whole = 'fields' in tracker ? tracker : undefined;
  const titleField = whole && fieldOfSemantic(whole.semantics, 'title');
  const statusField = whole && fieldOfSemantic(whole.semantics, 'status');
  const status = artifact.full_status;
  return (
    <Page
      title={artifact.title ?? artifact.xref}
      crumbs={[
        { label: artifact.project.label, to: `/projects/${artifact.project.id}` },
        { label: tracker.label, to: `/trackers/${tracker.id}` },
        { label: artifact.xref },
      ]}
    >
      <div className={ui.row}>
        <span className={ui.dot} data-colour={tracker.color_name} />
        {status !== null && <Badge colour={status.color}>{status.value}</Badge>}
        <span className={`${ui.soft} ${ui.small}`}>
          {t('artifacts.submitted')} <When iso={artifact.submitted_on} /> · {t('artifacts.changed')}{' '}
          <When iso={artifact.last_modified_date} />
        </span>
        <Person person={artifact.last_update_by_user} />
      </div>
      {changedAt !== undefined && (
        <Notice>
          {t('artifacts.changedByOthers')} <When iso={changedAt} />
        </Notice>
      )}
      <div className={css.columns}>
        <div className={ui.stack}>
          <Values artifact={artifact} without={[titleField, statusField]} />
          <Talk key={id} artifact={artifact} />
        </div>
        {whole !== undefined && <StatusField id={id} tagged={tagged} tracker={whole} />}
      </div>
    </Page>
  );
}
