import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { TextField } from '../../ui/fields.tsx';
import { Empty, ErrorState, Loading } from '../../ui/states.tsx';
import { Page } from '../../ui/things.tsx';
import { ProjectCards } from './project-cards.tsx';
import { projectsQuery } from './projects.queries.ts';

export function ProjectListPage(): ReactNode {
  const { data, error, refetch } = useQuery(projectsQuery(false));
  const [words, setWords] = useState('');
  const shown = data?.filter(({ label, shortname }) =>
    `${label} ${shortname}`.toLowerCase().includes(words.toLowerCase()),
  );
  return (
    <Page title={t('projects.list')}>
      <TextField
        label={t('projects.filter')}
        isLabelHidden
        placeholder={t('projects.filter')}
        value={words}
        onChange={setWords}
      />
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {error === null && shown === undefined && <Loading />}
      {shown?.length === 0 && <Empty title={t('projects.none')} />}
      {shown !== undefined && <ProjectCards projects={shown} />}
    </Page>
  );
}
