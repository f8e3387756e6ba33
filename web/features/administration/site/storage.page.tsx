// What all projects store, those with most first, and how much they may.
import type { ReactNode } from 'react';
import { api } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { formatBytes } from '../../../ui/files/format-bytes.ts';
import { When } from '../../../ui/dates/when.tsx';
import { pagedQuery } from '../paged.ts';
import { PagedTable } from '../paged-table.tsx';
import { Link } from '../../../ui/link.tsx';

type Stored = Schemas['StorageOfProject'];

const storageQuery = pagedQuery<Stored>(['/project_storage'], (page, signal) =>
  api.GET('/project_storage', { params: { query: page }, signal }),
);

function describe({ used_bytes, quota_bytes, measured_at }: Stored['attachments']): string {
  if (measured_at === null) return t('storage.unmeasured');
  const used = formatBytes(used_bytes);
  return quota_bytes === 0 ? used : t('storage.usedOf', { used, quota: formatBytes(quota_bytes) });
}

export const StoragePage = (): ReactNode => (
  <PagedTable
    label={t('storage.title')}
    query={storageQuery}
    heads={[t('storage.project'), t('storage.attachments'), t('storage.repositories'), t('storage.measured')]}
    keyOf={({ project }) => project.id}
    cells={({ project, attachments, repositories }) => [
      <Link key="project" to="/projects/$project/administration" params={{ project: project.shortname }}>
        {project.label}
      </Link>,
      describe(attachments),
      describe(repositories),
      repositories.measured_at === null ? '' : <When key="when" iso={repositories.measured_at} />,
    ]}
  />
);
