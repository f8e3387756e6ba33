// Serves the explorer and the description that it reads, without credentials.
// These are files, not API resources: no negotiation, no XML spelling.
import type { FastifyInstance } from 'fastify';
import { addFiles, apiPrefix, makeFile } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import { readExplorerAssets } from './assets.ts';
import { describeTepal } from './description.ts';

/** Adds the explorer of these routes (spec ruling 2). Files are read and the description is written when first asked for. */
export function addExplorer(server: FastifyInstance, routes: readonly Omit<Route<never>, 'run'>[]): void {
  const assets = once(readExplorerAssets);
  const document = once(() => describeTepal(routes));
  const json = once(() => makeFile('application/json; charset=utf-8', JSON.stringify(document())));
  const yaml = once(async () => {
    const { stringify } = await import('yaml');
    return makeFile('application/yaml; charset=utf-8', stringify(document(), { aliasDuplicateObjects: false }));
  });
  addFiles(server, `${apiPrefix}/openapi.json`, json);
  addFiles(server, `${apiPrefix}/openapi.yaml`, yaml);
  addFiles(server, `${apiPrefix}/explorer`, () => assets().page, { isFolder: true, isPage: true });
  addFiles(server, `${apiPrefix}/explorer/assets/:name`, (name) => assets().files.get(name), { isPage: true });
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
