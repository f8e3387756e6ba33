// How far artifacts are: by two numbers of their own, or by how many of their children are closed.
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { Select } from '../../../ui/forms/fields.tsx';
import { PickAField, Section } from './parts.tsx';
import type { Props } from './parts.tsx';
import { fieldIs } from '../../fields/index.ts';

function Efforts({ fields, semantics, set }: Props): ReactNode {
  const { progress } = semantics;
  const efforts = fields.filter(fieldIs.amount);
  const total = progress?.total_effort_field_id;
  const remaining = progress?.remaining_effort_field_id;
  const put = (first: number | undefined, second: number | undefined): void =>
    set({
      progress:
        first === undefined && second === undefined
          ? null
          : {
              ...(first === undefined ? {} : { total_effort_field_id: first }),
              ...(second === undefined ? {} : { remaining_effort_field_id: second }),
            },
    });
  const missing = (own: number | undefined, other: number | undefined): string | undefined =>
    own === undefined && other !== undefined ? t('design.semantic.needsBoth') : undefined;
  return (
    <>
      <PickAField
        label={t('design.semantic.total')}
        fields={efforts.filter(({ id }) => id !== remaining)}
        value={total}
        error={missing(total, remaining)}
        onChange={(id) => put(id, remaining)}
      />
      <PickAField
        label={t('design.semantic.remaining')}
        fields={efforts.filter(({ id }) => id !== total)}
        value={remaining}
        error={missing(remaining, total)}
        onChange={(id) => put(total, id)}
      />
    </>
  );
}

export function Progress(props: Props): ReactNode {
  const { semantics, set } = props;
  const isByLinks = semantics.progress?.artifact_link_type !== undefined;
  return (
    <Section name="progress">
      <Select
        label={t('design.semantic.measure')}
        choices={[
          { id: 'efforts', label: t('design.semantic.byEfforts') },
          { id: 'children', label: t('design.semantic.byChildren') },
        ]}
        value={isByLinks ? 'children' : 'efforts'}
        onChange={(id) => set({ progress: id === 'children' ? { artifact_link_type: '_is_child' } : null })}
      />
      {!isByLinks && <Efforts {...props} />}
    </Section>
  );
}
