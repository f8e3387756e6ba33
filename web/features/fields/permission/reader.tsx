import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { listIn } from '../../../platform/parse-unknown.ts';
import { Badge } from '../../../ui/badge.tsx';
import ui from '../../../ui/ui.module.css';
import type { ReaderProps } from '../field-parts.ts';
import { groupsOf } from './groups.ts';

export function GroupsReader({ field, value }: ReaderProps): ReactNode {
  const ids = new Set(listIn(value, 'granted_groups_ids').map(String));
  if (ids.size === 0) return <span className={ui.soft}>{t('form.groups.everybody')}</span>;
  const labels = groupsOf(field)
    .filter(({ id }) => ids.has(id))
    .map(({ label }) => label);
  return <Badge colour="fiesta-red">{t('form.groups.limited', { groups: labels.join(', ') })}</Badge>;
}
