// The groups of a project: new ones, who is in each, what they follow, and their end.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, take } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { describeError, Empty, ErrorState, Loading, Notice } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../administration.module.css';
import { BindingDialog } from './binding-dialog.tsx';
import { FollowedSource, followsAlone, GroupDeletion, GroupDialog, groupsQuery, readGroup } from './group-dialogs.tsx';
import { groupPeople, MembersEditor } from './members.tsx';
import type { Group } from './group-dialogs.tsx';
import { useProject } from './project-administration.layout.tsx';

type Asked = 'new' | 'rename' | 'delete' | 'bind';

interface QuestionProps {
  asked: Asked | undefined;
  group: Group | undefined;
  onClose(): void;
  /** Hears the id of a new group. */
  onMade(id: string): void;
}

function Question({ asked, group, onClose, onMade }: QuestionProps): ReactNode {
  const { id } = useProject();
  return (
    <>
      {asked === 'delete' && group !== undefined && <GroupDeletion group={group} onClose={onClose} />}
      {asked === 'bind' && group !== undefined && <BindingDialog group={group} onClose={onClose} />}
      {asked === 'rename' && group !== undefined && (
        <GroupDialog
          title={t('admin.rename')}
          action={t('ui.save')}
          name={group.label}
          onClose={onClose}
          save={(name) =>
            take(api.PATCH('/user_groups/{id}', { params: { path: { id: group.id } }, body: { short_name: name } }))
          }
        />
      )}
      {asked === 'new' && (
        <GroupDialog
          title={t('admin.newGroup')}
          action={t('admin.create')}
          onClose={onClose}
          save={async (name, description) => {
            const body = { project_id: id, short_name: name, description };
            onMade((await take(api.POST('/user_groups', { body }))).id);
          }}
        />
      )}
    </>
  );
}

export function GroupsPage(): ReactNode {
  const { id } = useProject();
  const [chosen, setChosen] = useState<string>();
  const [asked, setAsked] = useState<Asked>();
  const { data, error, refetch } = useQuery(groupsQuery(id));
  if (data === undefined)
    return error === null ? <Loading lines={4} /> : <ErrorState error={error} onRetry={() => void refetch()} />;
  const own = data.filter(({ id: groupId }) => !groupId.includes('_')).map(readGroup);
  const group = own.find((one) => one.id === chosen) ?? own[0];
  return (
    <div className={css.columns}>
      <section className={ui.stack} aria-label={t('admin.groups')}>
        {error !== null && <Notice kind="error">{describeError(error)}</Notice>}
        <div className={ui.row}>
          <Button tone="primary" onPress={() => setAsked('new')}>
            {t('admin.newGroup')}
          </Button>
          {group !== undefined && (
            <>
              <Button onPress={() => setAsked('rename')}>{t('admin.rename')}</Button>
              <Button onPress={() => setAsked('delete')}>{t('groups.delete')}</Button>
            </>
          )}
        </div>
        {own.length === 0 ? (
          <Empty title={t('admin.noGroups')} />
        ) : (
          <ul className={`${ui.card} ${css.people}`}>
            {own.map((one) => (
              <li key={one.id}>
                <button
                  type="button"
                  className={css.pick}
                  aria-pressed={one === group}
                  onClick={() => setChosen(one.id)}
                >
                  {one.label}
                </button>
              </li>
            ))}
          </ul>
        )}
        {group !== undefined && <FollowedSource key={group.id} group={group} onBind={() => setAsked('bind')} />}
      </section>
      {group !== undefined && (
        <MembersEditor
          key={group.id}
          source={groupPeople(group.id)}
          label={group.label}
          projectId={id}
          isFollowing={followsAlone(group)}
        />
      )}
      <Question asked={asked} group={group} onClose={() => setAsked(undefined)} onMade={setChosen} />
    </div>
  );
}
