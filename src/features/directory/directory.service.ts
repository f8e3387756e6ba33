// The directory: everything that a site does with it.
import { createSurvey } from './survey.service.ts';
import type { Survey } from './survey.service.ts';
import { createBindings } from './bindings.service.ts';
import type { Bindings } from './bindings.service.ts';
import type { DirectoryServers } from './connection.ts';
import { createDirectorySync } from './sync.service.ts';
import type { DirectorySync, SyncDeps } from './sync.service.ts';

export interface Directory extends Survey, Pick<DirectorySync, 'synchronise'> {
  bindings: Bindings;
}

export function createDirectory(deps: SyncDeps & { servers: DirectoryServers }): Directory {
  const sync = createDirectorySync(deps);
  return {
    ...createSurvey(deps),
    synchronise: (options) => sync.synchronise(options),
    bindings: createBindings({ ...deps, sync }),
  };
}
