// Members of a project, and its administrators.
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import css from '../administration.module.css';
import { MembersEditor } from './members.tsx';
import { useProject } from './project-administration.layout.tsx';

export function MembersPage(): ReactNode {
  const { id } = useProject();
  return (
    <div className={css.columns}>
      <MembersEditor groupId={`${id}_3`} label={t('admin.members')} projectId={id} />
      <MembersEditor groupId={`${id}_4`} label={t('admin.administrators')} projectId={id} />
    </div>
  );
}
