// Who sees what in a project: its trackers by group, whom each group lets see them, and who administers them.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, takeTagged } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { readAll } from '../../../platform/query.ts';
import { Select } from '../../../ui/fields.tsx';
import { Empty, ErrorState, Loading } from '../../../ui/states.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../administration.module.css';
import { useProject } from './project-administration.layout.tsx';

type Tracker = Schemas['Tracker'];
type Permissions = NonNullable<Tracker['permissions_for_groups']>;

const pageMax = 50;
const rights = [
  'can_admin',
  'can_access',
  'can_access_submitted_by_group',
  'can_access_assigned_to_group',
  'can_access_submitted_by_user',
] as const satisfies readonly (keyof Permissions)[];

/** Everybody is in the group of anonymous people; whoever signs in is in that of registered ones, but for restricted accounts. */
const everybody = '1';
const registered = '2';

/** Groups that everybody of a group is in, too. */
const widerThan = (groupId: string): readonly string[] =>
  groupId === everybody ? [] : groupId === registered ? [everybody] : [everybody, registered];

/** What people of a group may do by it and by the wider ones. */
const rightsOf = (tracker: Tracker, groupId: string): readonly (keyof Permissions)[] => {
  const groups = new Set([groupId, ...widerThan(groupId)]);
  const held = rights.filter((right) => tracker.permissions_for_groups?.[right].some(({ id }) => groups.has(id)));
  // Who administers, or sees all, needs nothing less.
  return held.slice(0, held.findIndex((right) => right === 'can_admin' || right === 'can_access') + 1 || undefined);
};

interface TableProps {
  trackers: readonly Tracker[];
  /** Ids and names. */
  groups: readonly (readonly [string, string])[];
}

const RightsTable = ({ trackers, groups }: TableProps): ReactNode => (
  <div className={`${ui.card} ${css.scroll}`} role="region" aria-label={t('admin.rightsHere')} tabIndex={0}>
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">{t('admin.tracker')}</th>
          {groups.map(([groupId, label]) => (
            <th key={groupId} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {trackers.map((tracker) => (
          <tr key={tracker.id}>
            <th scope="row">
              <Link to="/trackers/$tracker/administration/permissions" params={{ tracker: String(tracker.id) }}>
                {tracker.label}
              </Link>
            </th>
            {groups.map(([groupId]) => {
              const held = rightsOf(tracker, groupId);
              return (
                <td key={groupId}>
                  {held.length === 0 ? (
                    <span className={ui.faint}>{t('admin.sees.nothing')}</span>
                  ) : (
                    held.map((right) => t(`admin.sees.${right}`)).join(', ')
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

export function RightsPage(): ReactNode {
  const { id, shortname } = useProject();
  const [chosen, setChosen] = useState<string>();
  const { data, error, refetch } = useQuery({
    queryKey: ['/projects', id, 'tracker rights'],
    queryFn: () =>
      readAll((offset) =>
        takeTagged(api.GET('/projects/{id}/trackers', { params: { path: { id }, query: { limit: pageMax, offset } } })),
      ),
  });
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={6} />;
  const trackers = data.filter((tracker) => 'permissions_for_groups' in tracker);
  const groups = new Map(
    trackers.flatMap(({ permissions_for_groups: permissions }) =>
      permissions === null
        ? []
        : rights.flatMap((right) => permissions[right].map((group) => [group.id, group.label] as const)),
    ),
  );
  const shown = [...groups].filter(([groupId]) => chosen === undefined || groupId === chosen);
  if (trackers.length === 0) return <Empty title={t('admin.nothing')} />;
  return (
    <>
      <p className={ui.soft}>{t('admin.rightsText')}</p>
      <div className={css.filters}>
        <Select
          label={t('admin.seenBy')}
          choices={[
            { id: 'all', label: t('admin.status.all') },
            ...[...groups].map(([groupId, label]) => ({ id: groupId, label })),
          ]}
          value={chosen ?? 'all'}
          onChange={(groupId) => setChosen(groupId === 'all' ? undefined : groupId)}
        />
      </div>
      <RightsTable trackers={trackers} groups={shown} />
      <p className={ui.soft}>
        <Link to="/projects/$project/administration" params={{ project: shortname }}>
          {t('admin.rightsProject')}
        </Link>
      </p>
    </>
  );
}
