// Which branch or tag is shown.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { PickField } from '../../../ui/pickers/pickers.tsx';
import { branchesQuery, tagsQuery } from '../source-control.queries.ts';
import css from '../code.module.css';

interface Props {
  id: number;
  label?: string;
  value: string | undefined;
  onChange(ref: string): void;
}

export function RefChooser({ id, label = t('code.branchOrTag'), value, onChange }: Props): ReactNode {
  const { data: branches = [] } = useQuery(branchesQuery(id));
  const { data: tags = [] } = useQuery(tagsQuery(id));
  const names = [...new Set([...branches, ...tags].map(({ name }) => name))];
  // A commit that is named by its hash is none of them.
  const all = value === undefined || names.includes(value) ? names : [value, ...names];
  return (
    <div className={css.refs}>
      <PickField
        label={label}
        isLabelHidden
        choices={all.map((name) => ({ id: name, label: name }))}
        value={value}
        onChange={(name) => name !== undefined && onChange(name)}
      />
    </div>
  );
}
