// Who can see and do what in all of a project, by group or as one person has it.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, take } from '../../../../platform/api.ts';
import type { Schemas } from '../../../../platform/api.ts';
import { nameGroup } from '../../../../platform/names/group-names.ts';
import { t } from '../../../../platform/i18n.ts';
import { Select } from '../../../../ui/forms/fields.tsx';
import { PersonField } from '../../../../ui/pickers/people-pickers.tsx';
import type { PersonChoice } from '../../../../ui/pickers/people-pickers.tsx';
import { describeError, Empty, ErrorState, Loading } from '../../../../ui/feedback/async-states.tsx';
import ui from '../../../../ui/ui.module.css';
import css from '../../administration.module.css';
import { does, Thing } from './given-right.tsx';
import { useProject } from '../project-administration.layout.tsx';

type GivenRight = Schemas['GivenRight'];

/** Everybody is in the group of anonymous people; whoever signs in is in that of registered ones, but for restricted accounts. */
const everybody = '1';
const registered = '2';

/** The group, and those that everybody of it is in, too. */
const widened = (groupId: string): ReadonlySet<string> =>
  new Set(groupId === everybody ? [everybody] : [groupId, everybody, registered]);

const nobodyChosen = 'all';
const somebody = 'a-person';

const rightsQuery = (id: number, userId?: number) => ({
  queryKey: ['/projects', id, 'given_rights', userId ?? 'all'],
  queryFn: () =>
    take(
      api.GET('/projects/{id}/given_rights', {
        params: { path: { id }, query: userId === undefined ? {} : { user_id: userId } },
      }),
    ),
});

const who = (right: GivenRight): string =>
  right.groups.length === 0 ? t('admin.given.nobody') : right.groups.map(nameGroup).join(', ');

function RightsTable({ kind, rights }: { kind: GivenRight['kind']; rights: readonly GivenRight[] }): ReactNode {
  const title = t(`admin.given.of.${kind}`);
  return (
    <section className={ui.stack} aria-label={title}>
      <h2>{title}</h2>
      <div className={`${ui.card} ${css.scroll}`} role="region" aria-label={title} tabIndex={0}>
        <table className={`${css.table} ${css.rights} ${css.narrowMiddle}`}>
          <thead>
            <tr>
              <th scope="col">{t('admin.given.thing')}</th>
              <th scope="col">{t('admin.given.does')}</th>
              <th scope="col">{t('admin.given.who')}</th>
            </tr>
          </thead>
          <tbody>
            {rights.map((right) => (
              <tr key={`${right.id} ${right.right} ${right.pattern ?? ''} ${who(right)}`}>
                <th scope="row">
                  <Thing right={right} />
                </th>
                <td>{does(right)}</td>
                <td>{who(right)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

export function RightsPage(): ReactNode {
  const { id } = useProject();
  const [choice, setChoice] = useState(nobodyChosen);
  const [person, setPerson] = useState<PersonChoice>();
  const isPerson = choice === somebody;
  const all = useQuery(rightsQuery(id));
  const own = useQuery({ ...rightsQuery(id, Number(person?.id ?? 0)), enabled: isPerson && person !== undefined });
  if (all.error !== null) return <ErrorState error={all.error} onRetry={() => void all.refetch()} />;
  if (all.data === undefined) return <Loading lines={6} />;
  const groups = new Map(
    all.data.flatMap((right) => right.groups.map((group) => [group.id, nameGroup(group)] as const)),
  );
  const wide = widened(choice);
  const shown = isPerson
    ? own.data
    : all.data.filter((right) => choice === nobodyChosen || right.groups.some((group) => wide.has(group.id)));
  return (
    <>
      <p className={ui.soft}>{t('admin.rightsText')}</p>
      <div className={css.filters}>
        <Select
          label={t('admin.seenBy')}
          choices={[
            { id: nobodyChosen, label: t('admin.given.all') },
            { id: somebody, label: t('admin.given.person') },
            ...[...groups].map(([groupId, label]) => ({ id: groupId, label })),
          ]}
          value={choice}
          onChange={setChoice}
        />
        {isPerson && (
          <PersonField
            label={t('admin.given.whom')}
            person={person}
            onChange={setPerson}
            error={own.error === null ? undefined : describeError(own.error)}
          />
        )}
      </div>
      {shown === undefined && person !== undefined && own.error === null && <Loading lines={4} />}
      {shown?.length === 0 && <Empty title={t('admin.given.none')} />}
      {[...Map.groupBy(shown ?? [], ({ kind }) => kind)].map(([kind, rights]) => (
        <RightsTable key={kind} kind={kind} rights={rights} />
      ))}
    </>
  );
}
