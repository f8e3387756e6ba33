// Members of a project, and its administrators.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import css from '../administration.module.css';
import { BindingDialog } from './binding-dialog.tsx';
import { FollowedSource, followsAlone, groupsQuery, readGroup } from './group-dialogs.tsx';
import { MemberEnd } from './member-end.tsx';
import { MembersEditor } from './members.tsx';
import { useProject } from './project-administration.layout.tsx';

export function MembersPage(): ReactNode {
  const { id } = useProject();
  const [isBinding, setBinding] = useState(false);
  const { data: groups = [] } = useQuery(groupsQuery(id));
  const members = groups.map(readGroup).find((group) => group.id === `${id}_3`);
  return (
    <>
      {members !== undefined && <FollowedSource group={members} onBind={() => setBinding(true)} />}
      <div className={css.columns}>
        <MembersEditor
          groupId={`${id}_3`}
          label={t('admin.members')}
          projectId={id}
          isFollowing={members !== undefined && followsAlone(members)}
          renderMore={(person) => <MemberEnd projectId={id} person={person} />}
        />
        <MembersEditor groupId={`${id}_4`} label={t('admin.administrators')} projectId={id} />
      </div>
      {isBinding && members !== undefined && (
        <BindingDialog group={{ ...members, label: t('groups.allMembers') }} onClose={() => setBinding(false)} />
      )}
    </>
  );
}
