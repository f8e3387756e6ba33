// Members of a project, their roles, and who is invited.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { writeName } from '../../../platform/names/person-names.ts';
import { Button } from '../../../ui/button.tsx';
import { InviteDialog } from '../../projects/index.ts';
import { BindingDialog } from './binding-dialog.tsx';
import { FollowedSource, followsAlone, groupsQuery, readGroup } from './group-dialogs.tsx';
import { PendingInvitations } from './pending-invitations.tsx';
import { MemberEnd } from './member-end.tsx';
import { MemberRole } from './member-role.tsx';
import { MembersEditor } from './members.tsx';
import { useProject } from './project-administration.layout.tsx';

export function MembersPage(): ReactNode {
  const { id } = useProject();
  const [isBinding, setBinding] = useState(false);
  // The address to begin with; empty for none, undefined while nobody is invited.
  const [inviting, setInviting] = useState<string>();
  const { data: groups = [] } = useQuery(groupsQuery(id));
  const members = groups.map(readGroup).find((group) => group.id === `${id}_3`);
  const isFollowing = members !== undefined && followsAlone(members);
  return (
    <>
      {!isFollowing && (
        <div>
          <Button onPress={() => setInviting('')}>{t('invite.open')}</Button>
        </div>
      )}
      {members !== undefined && <FollowedSource group={members} onBind={() => setBinding(true)} />}
      <MembersEditor
        groupId={`${id}_3`}
        label={t('admin.members')}
        projectId={id}
        isFollowing={isFollowing}
        describeLeaving={({ display_name: name }) => ({
          title: t('groups.leaveOne', { name: writeName(name) }),
          text: t('groups.leaveText'),
        })}
        onInvite={setInviting}
        renderMore={(person) => (
          <>
            <MemberRole projectId={id} person={person} />
            <MemberEnd projectId={id} person={person} />
          </>
        )}
      />
      {!isFollowing && <PendingInvitations projectId={id} />}
      {inviting !== undefined && (
        <InviteDialog projectId={id} first={inviting} onClose={() => setInviting(undefined)} />
      )}
      {isBinding && members !== undefined && (
        <BindingDialog group={{ ...members, label: t('groups.allMembers') }} onClose={() => setBinding(false)} />
      )}
    </>
  );
}
