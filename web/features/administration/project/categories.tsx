// What the project is filed under, by which people find it.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, settle, take } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/forms/fields.tsx';
import { Notice } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import { useDraft } from '../../../ui/forms/use-draft.ts';
import { categoriesQuery } from '../../projects/index.ts';
import css from '../administration.module.css';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { useProject } from './project-administration.layout.tsx';

type Category = Schemas['ProjectCategory'];

/** Select has no empty id. */
const none = 'none';

function CategoriesForm({ all, chosen }: { all: readonly Category[]; chosen: Readonly<Record<string, string>> }) {
  const { id } = useProject();
  const { values, change, dropSent } = useDraft<Record<string, string>>(`categories-${id}`, { ...chosen });
  const { submit, isSending, problem } = useSubmit({
    invalidates: [['/projects', id, 'categories'], ['/projects']],
    toast: t('ui.saved'),
  });
  const valueOf = (category: Category): string => values[category.id] ?? none;
  const isChanged = all.some((category) => valueOf(category) !== (chosen[category.id] ?? none));
  const save = async (): Promise<void> => {
    const params = { path: { id } };
    const body = all.flatMap((category) => {
      const value = valueOf(category);
      return value === none ? [] : [{ category_id: category.id, value_id: Number(value) }];
    });
    if (await submit(() => settle(api.PUT('/projects/{id}/category_values', { params, body })))) dropSent(values);
  };
  return (
    <form
      className={`${ui.card} ${css.section}`}
      aria-label={t('services.categories')}
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged && !isSending) void save();
      }}
    >
      <h2>{t('services.categories')}</h2>
      <p className={ui.soft}>{t('services.categoriesText')}</p>
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      {all.map((category) => (
        <Select
          key={category.id}
          label={category.name}
          isRequired={category.is_mandatory}
          choices={[
            ...(category.is_mandatory ? [] : [{ id: none, label: t('services.noCategory') }]),
            ...category.values.map((value) => ({ id: String(value.id), label: value.name })),
          ]}
          value={valueOf(category)}
          onChange={(value) => change({ [category.id]: value })}
          placeholder={t('services.noCategory')}
        />
      ))}
      <div className={ui.actions}>
        <Button type="submit" tone="primary" isDisabled={!isChanged || isSending}>
          {t('ui.save')}
        </Button>
      </div>
    </form>
  );
}

/** Nothing where the site has no categories. */
export function ProjectCategories(): ReactNode {
  const { id } = useProject();
  const { data: all = [] } = useQuery(categoriesQuery);
  const { data: chosen } = useQuery({
    queryKey: ['/projects', id, 'categories'],
    queryFn: () => take(api.GET('/projects/{id}/category_values', { params: { path: { id } } })),
  });
  if (all.length === 0 || chosen === undefined) return null;
  const values = Object.fromEntries(chosen.map((one) => [String(one.category_id), String(one.value_id)]));
  return <CategoriesForm key={id} all={all} chosen={values} />;
}
