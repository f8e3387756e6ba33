// Wire shapes of what projects store and may store.
import { Type } from 'typebox';
import { Closed, Nullable } from '../../platform/http/index.ts';

const StoredKind = Type.Object(
  {
    used_bytes: Type.Integer({ description: 'As it was measured; 0 before that.' }),
    measured_at: Nullable(Type.String({ description: 'When; null before the first measure is done.' })),
    quota_bytes: Type.Integer({ description: 'What counts: the own one, else the site’s; 0: no bound.' }),
    own_quota_bytes: Nullable(Type.Integer({ description: '0: no bound; null: the site’s setting counts.' })),
  },
  { title: 'StoredKind' },
);

export const ProjectStorage = Type.Object(
  { attachments: StoredKind, repositories: StoredKind },
  { title: 'ProjectStorage' },
);

export const StorageOfProject = Type.Object(
  {
    project: Type.Object({ id: Type.Integer(), label: Type.String(), shortname: Type.String() }),
    attachments: StoredKind,
    repositories: StoredKind,
  },
  { title: 'StorageOfProject' },
);

const quota = Nullable(
  Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'In bytes; 0: no bound; null: as the site says.',
  }),
);

export const ProjectQuotas = Closed({ attachments: quota, repositories: quota });
