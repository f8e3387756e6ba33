// Who sees a project, and who would with another access.
import type { Static } from 'typebox';
import type { Database } from '../../../platform/database/index.ts';
import { countAccounts } from '../../people/index.ts';
import { listMemberIds } from '../groups/user-groups.store.ts';
import type { Visibility } from '../groups/projects.schema.ts';
import type { ProjectAccess } from '../groups/projects.tables.ts';
import { readAsAdmin } from '../projects/projects.access.ts';
import type { Projects } from '../projects/projects.service.ts';
import type { ProjectRow } from '../projects/projects.store.ts';
import type { Viewer } from '../projects/viewer.ts';

type Shown = Static<typeof Visibility>;
type Who = Shown['possible'][number]['groups'][number]['who'];

const isOpen = (access: ProjectAccess): boolean => access === 'public' || access === 'unrestricted';

/** The rules of projects.access.ts, by kinds of people; `isNamed`: the setting super_public_projects names the project. */
const sees: Readonly<Record<Who, (access: ProjectAccess, isNamed: boolean) => boolean>> = {
  anonymous: isOpen,
  others: isOpen,
  restricted_others: (access, isNamed) => access === 'unrestricted' && isNamed,
  members: () => true,
  restricted_members: (access) => access !== 'private-wo-restr',
};

/** Throws as readAsAdmin. */
export async function previewVisibility(
  { database, projects }: { database: Database; projects: Pick<Projects, 'read'> },
  viewer: Viewer,
  id: number,
): Promise<Shown> {
  const project = await readAsAdmin(projects, viewer, id);
  const { access_mode: mode } = viewer.site.settings;
  const memberIds = await listMemberIds(database.read, id, false);
  const counts = await countAccounts(database.read, memberIds);
  const people: { who: Who; count: number | null }[] = [
    ...(mode === 'anonymous' ? [{ who: 'anonymous' as const, count: null }] : []),
    { who: 'others', count: counts.all.active - counts.some.active },
    { who: 'members', count: counts.some.active },
    ...(mode === 'restricted'
      ? [
          { who: 'restricted_others' as const, count: counts.all.restricted - counts.some.restricted },
          { who: 'restricted_members' as const, count: counts.some.restricted },
        ]
      : []),
  ];
  const possible: ProjectAccess[] =
    mode === 'restricted' ? ['public', 'unrestricted', 'private', 'private-wo-restr'] : ['public', 'private'];
  const isNamed = isSuperPublic(viewer, project);
  return {
    access: project.access,
    possible: [...new Set([project.access, ...possible])].map((access) => ({
      access,
      groups: people.map(({ who, count }) => ({ who, count, sees: sees[who](access, isNamed) })),
    })),
  };
}

const isSuperPublic = (viewer: Viewer, { id, unix_name: name }: ProjectRow): boolean =>
  viewer.site.settings.super_public_projects.some((one) => one === name || one === String(id));
