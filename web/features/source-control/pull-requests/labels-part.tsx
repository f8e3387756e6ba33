// Labels of a pull request: those of the project, and new ones that become so.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { TagsField } from '../../../ui/pickers/pickers.tsx';
import { Badge } from '../../../ui/badge.tsx';
import ui from '../../../ui/ui.module.css';
import { changeLabels, projectLabelsQuery, pullLabelsQuery } from './pull-requests.queries.ts';
import type { PullRequest } from './pull-requests.queries.ts';
import { useSubmit } from '../../../ui/forms/use-submit.ts';

const choiceOf = ({ label, color }: { label: string; color?: string }) => ({ id: label, label, colour: color });

/** Nothing for who may not choose them where there are none. */
export function LabelsPart({ pull }: { pull: PullRequest }): ReactNode {
  const { submit, problem } = useSubmit({
    invalidates: [pullLabelsQuery(pull.id).queryKey, ['code', pull.repository_dest.id, 'pulls']],
  });
  const mayEdit = pull.user_can_update_title_and_description;
  const { data: labels = [] } = useQuery(pullLabelsQuery(pull.id));
  const { data: known = [] } = useQuery({ ...projectLabelsQuery(pull.repository_dest.project.id), enabled: mayEdit });
  if (!mayEdit)
    return labels.length === 0 ? null : (
      <section aria-label={t('pulls.labels')}>
        <h2>{t('pulls.labels')}</h2>
        <ul className={ui.row}>
          {labels.map(({ id, label, color }) => (
            <li key={id}>
              <Badge colour={color}>{label}</Badge>
            </li>
          ))}
        </ul>
      </section>
    );
  const change = (chosen: readonly string[]): Promise<boolean> => {
    const before = labels.map(({ label }) => label);
    const add = chosen.filter((label) => !before.includes(label)).map((label) => ({ label }));
    const remove = before.filter((label) => !chosen.includes(label)).map((label) => ({ label }));
    return submit(() => changeLabels(pull.id, { add, remove }));
  };
  return (
    <TagsField
      label={t('pulls.labels')}
      choices={known.map(choiceOf)}
      chosen={labels.map(choiceOf)}
      onCreate={(label) => choiceOf({ label })}
      error={problem}
      onChange={(chosen) => void change(chosen.map(({ label }) => label))}
    />
  );
}
