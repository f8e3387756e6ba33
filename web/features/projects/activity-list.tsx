// What happened to artifacts, of a project or by a person: who, what, which fields, in words.
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { pageOf } from '../../platform/addresses.ts';
import type { Schemas } from '../../platform/api.ts';
import { useI18nMessage } from '../../platform/errors/use-i18n-message.ts';
import { t } from '../../platform/i18n.ts';
import { writeName } from '../../platform/names/person-names.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { When } from '../../ui/dates/when.tsx';
import { ErrorState, Loading } from '../../ui/feedback/async-states.tsx';
import { Link } from '../../ui/link.tsx';
import { TrackerMark } from '../../ui/tracker-mark.tsx';
import ui from '../../ui/ui.module.css';
import css from './activity-list.module.css';
import { groupActivity } from './activity-groups.ts';
import type { ActivityGroup } from './activity-groups.ts';
import { activityQuery } from './projects.queries.ts';

/** Fields that a group shows; the others are counted. */
const changesMax = 3;

function sayVerb(kind: Schemas['ActivityEntry']['kind'], name: string): string {
  switch (kind) {
    case 'created':
      return t('projects.activity.created', { name });
    case 'commented':
      return t('projects.activity.commented', { name });
    case 'changed':
      return t('projects.activity.changed', { name });
  }
}

function Changes({ group: { changes, moreCount } }: { group: ActivityGroup }): ReactNode {
  const say = useI18nMessage();
  const count = moreCount + Math.max(0, changes.length - changesMax);
  if (changes.length === 0) return null;
  return (
    <ul className={css.changes}>
      {changes.slice(0, changesMax).map(({ i18n, text }, index) => (
        <li key={index}>{say(i18n, text)}</li>
      ))}
      {count > 0 && <li className={ui.faint}>{t('projects.activity.more', { count })}</li>}
    </ul>
  );
}

function Group({ group, isOfPerson }: { group: ActivityGroup; isOfPerson: boolean }): ReactNode {
  const { artifact, user, kind, comment, at } = group;
  const name = user === null ? t('projects.activity.nobody') : writeName(user.display_name);
  return (
    <li>
      {!isOfPerson && (user === null ? <span /> : <Avatar person={user} size={24} />)}
      <div className={css.body}>
        <div className={css.what}>
          <TrackerMark colour={artifact.tracker.color_name} icon={artifact.tracker.icon} />
          <span>
            <Link to={pageOf(artifact.html_url)}>{artifact.title ?? artifact.xref}</Link>{' '}
            <span className={`${ui.faint} ${ui.small}`}>{artifact.xref}</span>
          </span>
        </div>
        <div className={`${ui.soft} ${ui.small} ${css.who}`}>
          <span>{sayVerb(kind, name)}</span>
          {isOfPerson && <span>{artifact.project.label}</span>}
          <When iso={at} />
        </div>
        {comment !== null && <p className={css.comment}>{comment}</p>}
        <Changes group={group} />
      </div>
    </li>
  );
}

type Props = { projectId: number; max?: number } | { userId: number };

/** The newest first; `max` of them without a way to more. */
export function ActivityList(props: Props): ReactNode {
  const isOfPerson = 'userId' in props;
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    activityQuery(isOfPerson ? { userId: props.userId } : { projectId: props.projectId }),
  );
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  const max = isOfPerson ? undefined : props.max;
  const groups = groupActivity(data.pages.flatMap(({ entries }) => entries)).slice(0, max);
  if (groups.length === 0) return <p className={ui.soft}>{t('projects.noActivity')}</p>;
  return (
    <>
      <ol className={css.activity} data-person={isOfPerson}>
        {groups.map((group) => (
          <Group key={group.id} group={group} isOfPerson={isOfPerson} />
        ))}
      </ol>
      {max === undefined && hasNextPage && (
        <div>
          <Button isDisabled={isFetchingNextPage} onPress={() => void fetchNextPage()}>
            {t('ui.more')}
          </Button>
        </div>
      )}
    </>
  );
}
