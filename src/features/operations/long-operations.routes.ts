// Routes of backups, erased projects, archives of projects and sample projects.
import { basename } from 'node:path';
import { Type } from 'typebox';
import { isThere } from '../../platform/files/durable-files.ts';
import { readBytes } from '../../platform/files/read-bytes.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import {
  Closed,
  IdParams,
  Nullable,
  paginationHeaders,
  paginationQuery,
  routesFor,
} from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Audit } from '../audit/index.ts';
import { listErasedProjects, sampleNames } from '../archive/index.ts';
import { readAsAdmin } from '../projects/index.ts';
import type { Projects, Viewer } from '../projects/index.ts';
import { requireSiteAdmin } from './site-admin.ts';
import { nameBackup } from './long-operations/handlers.ts';
import type { SampleProjects } from './long-operations/sample-projects.ts';
import { LongOperation, viewOperation } from './long-operations/long-operations.ts';
import type { LongOperations } from './long-operations/long-operations.ts';

const route = routesFor<Viewer>();
/** Operations or erased projects of one page, and restored projects that are compared with the latter. */
const listMax = 100;
const page = paginationQuery(50, listMax);

interface Deps {
  longOperations: LongOperations;
  projects: Projects;
  samples: SampleProjects;
  audit: Audit;
  clock: Clock;
}

export const longOperationRoutes = (deps: Deps): Route<Viewer>[] => [
  ...backupRoutes(deps),
  ...erasedRoutes(deps),
  ...exportRoutes(deps),
  ...sampleRoutes(deps),
];

const backupRoutes = ({ longOperations, clock }: Deps): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/backups',
    access: 'signed-in',
    kind: 'list',
    tag: 'Server',
    summary: 'Backups started through the API or the pages, newest first, for site administrators',
    query: Type.Object(page),
    responses: { 200: Type.Array(LongOperation) },
    async handler({ viewer, query }) {
      requireSiteAdmin(viewer);
      const { rows, size } = await longOperations.list({ kind: 'backup' }, query);
      return {
        body: rows.map((row) => viewOperation(row, true)),
        headers: paginationHeaders({ ...query, size, limitMax: listMax }),
      };
    },
  }),
  route({
    method: 'POST',
    url: '/backups',
    access: 'signed-in',
    kind: 'action',
    tag: 'Server',
    summary: 'Start a backup to backup_folder, and verify it; for site administrators',
    responses: { 201: LongOperation },
    async handler({ viewer }) {
      requireSiteAdmin(viewer);
      const subject = nameBackup(clock.nowMs());
      const row = await longOperations.begin(viewer, {
        kind: 'backup',
        subject,
        projectId: null,
        audit: 'backup-started',
      });
      return { status: 201, body: viewOperation(row, true) };
    },
  }),
];

const ErasedProject = Type.Object(
  {
    id: Type.Integer({ description: 'Of the entry in the audit log.' }),
    shortname: Type.String(),
    erased_on: Type.String(),
    archive: Type.String({ description: 'Path on the server.' }),
    is_there: Type.Boolean({ description: 'Whether the archive can be read.' }),
    restoration: Nullable(LongOperation),
  },
  { title: 'ErasedProject' },
);

const erasedRoutes = ({ longOperations, audit }: Deps): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/erased_projects',
    access: 'signed-in',
    kind: 'list',
    tag: 'Server',
    summary: 'Erased projects with their archives, newest first; for site administrators',
    query: Type.Object(page),
    responses: { 200: Type.Array(ErasedProject) },
    async handler({ viewer, query }) {
      requireSiteAdmin(viewer);
      const { erased, size } = await listErasedProjects(audit, query);
      const { rows } = await longOperations.list({ kind: 'restore' }, { limit: listMax, offset: 0 });
      const body = await Promise.all(
        erased.map(async ({ id, unixName, path, date }) => {
          const restoration = rows.find((row) => row.path === path);
          return {
            id,
            shortname: unixName,
            erased_on: date,
            archive: path,
            is_there: await isThere(path),
            restoration: restoration === undefined ? null : viewOperation(restoration, true),
          };
        }),
      );
      return { body, headers: paginationHeaders({ ...query, size, limitMax: listMax }) };
    },
  }),
  route({
    method: 'POST',
    url: '/erased_projects/:id/restorations',
    access: 'signed-in',
    kind: 'action',
    tag: 'Server',
    summary:
      'Restore an erased project from its archive, for site administrators; missing users become suspended accounts',
    params: IdParams,
    responses: { 201: LongOperation },
    async handler({ viewer, params }) {
      requireSiteAdmin(viewer);
      const { erased } = await listErasedProjects(audit, { limit: 100_000, offset: 0 });
      const found = erased.find(({ id }) => id === params.id);
      if (found === undefined)
        throw notFound(says('archive.no-erasure')`the audit log entry ${params.id} is not about an erased project`);
      const { unixName: subject, path } = found;
      if (!(await isThere(path))) throw conflict(says('archive.gone')`the archive ${path} no longer exists`);
      const order = { kind: 'restore', subject, projectId: null, path, audit: 'project-restored' } as const;
      return { status: 201, body: viewOperation(await longOperations.begin(viewer, order), true) };
    },
  }),
];

const sampleRoutes = ({ longOperations, samples }: Deps): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/sample_projects',
    access: 'signed-in',
    kind: 'list',
    tag: 'Server',
    summary: 'Requested sample projects with their progress, newest first; for site administrators',
    query: Type.Object(page),
    responses: { 200: Type.Array(LongOperation) },
    async handler({ viewer, query }) {
      requireSiteAdmin(viewer);
      const { rows, size } = await longOperations.list({ kind: 'sample' }, query);
      return {
        body: rows.map((row) => viewOperation(row, true)),
        headers: paginationHeaders({ ...query, size, limitMax: listMax }),
      };
    },
  }),
  route({
    method: 'POST',
    url: '/sample_projects',
    access: 'signed-in',
    kind: 'action',
    tag: 'Server',
    summary: 'Create a sample project that you administer, for site administrators; its sample users are suspended',
    body: Closed({ sample: Type.Enum(sampleNames) }, [], { title: 'NewSampleProject' }),
    responses: { 201: LongOperation },
    handler: async ({ viewer, body }) => ({
      status: 201,
      body: viewOperation(await samples.begin(viewer, body.sample), true),
    }),
  }),
];

const exportRoutes = ({ longOperations, projects }: Deps): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/projects/:id/exports',
    access: 'signed-in',
    kind: 'list',
    tag: 'Projects',
    summary: 'Exported archives of a project, newest first; for its administrators',
    params: IdParams,
    query: Type.Object(page),
    responses: { 200: Type.Array(LongOperation) },
    async handler({ viewer, params, query }) {
      const project = await readAsAdmin(projects, viewer, params.id);
      const { rows, size } = await longOperations.list({ kind: 'export', projectId: project.id }, query);
      return {
        body: rows.map((row) => ({ ...viewOperation(row, false), path: basename(row.path) })),
        headers: paginationHeaders({ ...query, size, limitMax: listMax }),
      };
    },
  }),
  route({
    method: 'POST',
    url: '/projects/:id/exports',
    access: 'signed-in',
    kind: 'action',
    tag: 'Projects',
    summary: 'Start an export of a project; for its administrators',
    params: IdParams,
    responses: { 201: LongOperation },
    async handler({ viewer, params }) {
      const { id: projectId, unix_name: subject } = await readAsAdmin(projects, viewer, params.id);
      const row = await longOperations.begin(viewer, { kind: 'export', subject, projectId, audit: 'project-exported' });
      return { status: 201, body: viewOperation(row, false) };
    },
  }),
  route({
    method: 'GET',
    url: '/project_exports/:id/archive',
    access: 'signed-in',
    kind: 'list',
    produces: 'application/zip',
    tag: 'Projects',
    summary: 'The exported archive of a project, for its administrators; it is available for three days',
    params: IdParams,
    responses: { 200: Type.String() },
    async handler({ viewer, params }) {
      const row = await longOperations.find(params.id);
      if (row?.kind !== 'export' || row.project_id === null)
        throw notFound(says('archive.missing')`there is no archive ${params.id}`);
      await readAsAdmin(projects, viewer, row.project_id);
      if (row.status !== 'done')
        throw conflict(says('archive.unwritten')`the archive is not finished yet, or its export failed`);
      if (row.path === '' || !(await isThere(row.path)))
        throw notFound(says('archive.elsewhere')`the archive is no longer on this server; create a new one`);
      return {
        stream: { chunks: readBytes(row.path) },
        headers: { 'content-disposition': `attachment; filename="${basename(row.path)}"` },
      };
    },
  }),
];
