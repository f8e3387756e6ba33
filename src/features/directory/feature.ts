// The directory as a feature: signing in, groups that follow it, and the synchronisation.
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import { resolveSettings } from '../../settings/index.ts';
import type { LoadedSettings } from '../../settings/index.ts';
import { createDirectoryAccounts } from '../people/index.ts';
import type { PeopleFeature } from '../people/index.ts';
import type { ProjectsFeature } from '../projects/index.ts';
import type { SiteService } from '../site/index.ts';
import { accountLinkRoutes } from './account-links.routes.ts';
import { createAccountLinks } from './account-links.service.ts';
import { bindingRoutes } from './bindings.routes.ts';
import { isBound } from './bindings.service.ts';
import { createDirectoryServers } from './connection.ts';
import { listGroupUses, releaseGroup } from './directory.store.ts';
import { createDirectory } from './directory.service.ts';
import { createNightlySync, nightlySync } from './nightly.ts';
import { createDirectorySignIn } from './sign-in.service.ts';

interface Needs {
  database: Database;
  clock: Clock;
  logger: Logger;
  settings: LoadedSettings;
}

type Dependencies = Pick<PeopleFeature, 'directorySignIns' | 'people'> &
  Pick<ProjectsFeature, 'members' | 'projectExtensions'> & { site: SiteService };

export function createDirectoryFeature(
  needs: Needs,
  { site, directorySignIns, people, members, projectExtensions }: Dependencies,
) {
  const { database, clock, logger } = needs;
  const servers = createDirectoryServers(logger);
  const accounts = createDirectoryAccounts(database, clock);
  const directory = createDirectory({ database, clock, site, members, servers, accounts });
  directorySignIns.add(createDirectorySignIn({ clock, servers, accounts }));
  projectExtensions.groupSources.add((viewer, projectId) => directory.bindings.describe(viewer, projectId));
  projectExtensions.groupUsers.add({ list: listGroupUses, release: releaseGroup });
  if (resolveSettings(needs.settings, []).sys_auth_type === 'ldap') projectExtensions.followedGroups.add(isBound);
  return {
    directory,
    parts: {
      routes: [
        ...bindingRoutes(directory.bindings),
        ...accountLinkRoutes(createAccountLinks({ database, people, site, servers })),
      ],
      jobs: [createNightlySync(directory, logger)],
      nightlyJobs: [nightlySync],
    },
  };
}
