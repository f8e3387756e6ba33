// The route that makes and changes artifacts from a table.
import { IdParams, routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { ArtifactImport, ArtifactImportAnswer } from './csv-imports.schema.ts';
import { importCsv } from './csv-imports.service.ts';

export const csvImportRoute = (deps: Parameters<typeof importCsv>[0]): Route<Viewer> =>
  routesFor<Viewer>()({
    method: 'POST',
    url: '/trackers/:id/artifact_imports',
    access: 'signed-in',
    kind: 'action',
    tag: 'Trackers',
    summary: 'Import artifacts from a CSV file, all or none, or dry run',
    params: IdParams,
    body: ArtifactImport,
    responses: { 200: ArtifactImportAnswer },
    handler: async ({ viewer, params, body }) => ({ body: await importCsv(deps, viewer, params.id, body) }),
  });
