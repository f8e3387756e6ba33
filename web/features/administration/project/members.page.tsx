// Members of a project, their roles, and who is invited.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { writeName } from '../../../platform/names/person-names.ts';
import { Button } from '../../../ui/button.tsx';
import { InviteDialog } from '../../projects/index.ts';
import { Select } from '../../../ui/forms/fields.tsx';
import ui from '../../../ui/ui.module.css';
import { BindingDialog } from './binding-dialog.tsx';
import { FollowedSource, followsAlone, groupsQuery, readGroup } from './group-dialogs.tsx';
import { PendingInvitations } from './pending-invitations.tsx';
import { MemberEnd } from './member-end.tsx';
import { MemberRole } from './member-role.tsx';
import { MembersEditor } from './members.tsx';
import { useProject } from './project-administration.layout.tsx';
import { allRoles, projectPeople, projectPeopleQuery, roleChoices } from './project-people.ts';
import type { Role } from './project-people.ts';

/** What each role may do. */
const Roles = (): ReactNode => (
  <ul className={`${ui.soft} ${ui.small}`} aria-label={t('groups.roles')}>
    {allRoles.map((role) => (
      <li key={role}>
        <strong>{t(`groups.role.${role}`)}</strong> – {t(`groups.roleText.${role}`)}
      </li>
    ))}
  </ul>
);

export function MembersPage(): ReactNode {
  const { id } = useProject();
  const [isBinding, setBinding] = useState(false);
  // The address to begin with; empty for none, undefined while nobody is invited.
  const [inviting, setInviting] = useState<string>();
  const { data: groups = [] } = useQuery(groupsQuery(id));
  const members = groups.map(readGroup).find((group) => group.id === `${id}_3`);
  const isFollowing = members !== undefined && followsAlone(members);
  const [chosen, setRole] = useState<Role>('member');
  // The directory alone adds and removes members.
  const role = isFollowing ? 'guest' : chosen;
  const { data: people } = useQuery(projectPeopleQuery(id));
  const roleOf = (person: Schemas['User']): Role => people?.roles.get(person.id) ?? 'member';
  const rolesFor = (person: Schemas['User']): readonly Role[] => {
    if (!isFollowing) return allRoles;
    return roleOf(person) === 'guest' ? ['guest'] : ['member', 'administrator'];
  };
  return (
    <>
      {!isFollowing && (
        <div>
          <Button onPress={() => setInviting('')}>{t('invite.open')}</Button>
        </div>
      )}
      <Roles />
      {members !== undefined && <FollowedSource group={members} onBind={() => setBinding(true)} />}
      <MembersEditor
        source={projectPeople(id, role)}
        label={t('admin.members')}
        projectId={id}
        isRemovable={(person) => !isFollowing || roleOf(person) === 'guest'}
        adding={
          <Select
            label={t('groups.roleOfAdded')}
            choices={roleChoices(isFollowing ? ['guest'] : allRoles)}
            value={role}
            onChange={(wanted) => setRole(allRoles.find((one) => one === wanted) ?? 'member')}
          />
        }
        describeLeaving={({ display_name: name }) => ({
          title: t('groups.leaveOne', { name: writeName(name) }),
          text: t('groups.leaveText'),
        })}
        {...(isFollowing ? {} : { onInvite: setInviting })}
        renderMore={(person) => (
          <>
            <MemberRole projectId={id} person={person} role={roleOf(person)} roles={rolesFor(person)} />
            {roleOf(person) !== 'guest' && <MemberEnd projectId={id} person={person} />}
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
