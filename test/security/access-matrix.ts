// Sends the sample request of every route as every kind of reader to every kind of project, in every access mode of the
// platform, and writes the statuses down so that a person can review them.
import type { HttpServer } from '../../src/platform/http/index.ts';
import { createHttpServer } from '../../src/app.ts';
import type { App } from '../../src/app.ts';
import { insertKanban } from '../../src/features/kanban/index.ts';
import { insertPlanning } from '../../src/features/planning/index.ts';
import { accessRequests } from './access-requests.ts';
import { insertFile } from '../../src/features/attachments/index.ts';
import type { Place, SampleRequest } from './access-requests.ts';
import { issueToken, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import {
  admins,
  buildArtifacts,
  buildProject,
  everybody,
  insertRepository,
  members,
  registered,
} from '../support/worlds.ts';
import { inject } from '../support/http-client.ts';

const roadmapWidget = (trackerId: number) => ({
  id: 2,
  name: 'plugin_roadmap_project_widget',
  isMinimized: false,
  settings: { tracker_ids: [trackerId] },
  xml: null,
});

export const readers = [
  'anonymous',
  'stranger',
  'restricted',
  'member',
  'submitter',
  'assignee',
  'tracker-admin',
  'project-admin',
  'read-only',
  'site-admin',
] as const;
export type Reader = (typeof readers)[number];

export const modes = ['anonymous', 'regular', 'restricted'] as const;
export type Mode = (typeof modes)[number];

/** Visibilities of active projects, and public ones of another status. */
export const kinds = ['public', 'unrestricted', 'private', 'private-wo-restr', 'suspended', 'deleted'] as const;
export type Kind = (typeof kinds)[number];

export interface Cell {
  /** Method and URL. */
  route: string;
  method: string;
  /** Whether the request is about one project. */
  isBound: boolean;
  mode: Mode;
  /** undefined where the request is about no project. */
  kind: Kind | undefined;
  statuses: Readonly<Record<Reader, number>>;
}

const nameOf = (route: App['features']['routes'][number]): string => `${route.method} ${route.url}`;

/** Routes without a sample request, and samples without a route. */
export function listStrays(app: App): { missing: string[]; unknown: string[] } {
  const routes = new Set(app.features.routes.map(nameOf));
  return {
    missing: [...routes].filter((name) => !Object.hasOwn(accessRequests, name)),
    unknown: Object.keys(accessRequests).filter((name) => !routes.has(name)),
  };
}

export type IsAsked = (mode: Mode, kind: Kind) => boolean;

/** An app with a project of each kind, and the means to ask it as each reader. */
export interface MatrixWorld {
  test: TestApp;
  /** Asks of each kind of project in the access modes that `isAsked` names. */
  collect(isAsked?: IsAsked): Promise<Cell[]>;
  close(): Promise<void>;
}

export async function openMatrixWorld(): Promise<MatrixWorld> {
  const test = await startApp({ settings: "$sys_artifact_deletions_per_day = '0';" });
  const people = new Map<Reader, number>();
  for (const reader of readers) {
    if (reader === 'anonymous') continue;
    const facts = reader === 'restricted' ? { status: 'R' as const } : { isSiteAdmin: reader === 'site-admin' };
    people.set(reader, await test.addUser(reader, facts));
  }
  await test.app.features.people.grantDelegation('rest-read-only', 'read-only');
  const places = new Map<Kind, Place>();
  for (const kind of kinds) places.set(kind, await buildPlace(test, kind, (reader) => people.get(reader) ?? -1));
  await beginLongWork(test, [...places.values()]);
  const server = createHttpServer(test.app);
  return {
    test,
    collect: (isAsked = () => true) => collectCells(test, server, places, isAsked),
    async close() {
      await server.close();
      await test.close();
    },
  };
}

/** What is under way is refused a second time, and no job runs here: so no request of the matrix begins any. */
async function beginLongWork(test: TestApp, places: readonly Place[]): Promise<void> {
  const begin = (path: string): Promise<unknown> => test.call(`/api${path}`, { method: 'POST', as: 'root' });
  await begin('/backups');
  for (const { project } of places) await begin(`/projects/${project}/exports`);
}

const plainService = {
  shortname: 'plugin_tracker',
  label: 'Trackers',
  description: '',
  link: '',
  is_enabled: 1,
  is_custom: 0,
  is_in_new_tab: 0,
};

const plainReport = {
  owner_id: null,
  name: 'Everything',
  description: '',
  is_default: 0,
  settings_json: JSON.stringify({
    archiveId: null,
    isQueryDisplayed: true,
    isInExpertMode: false,
    expertQuery: '',
    criteria: [],
    renderers: [],
  }),
};

const plainRepository = {
  name: 'code',
  settings_json: JSON.stringify({
    commit_rules: { is_reference_mandatory: false, is_commit_message_change_allowed: false },
    immutable_tags: { paths: [], whitelist: [] },
    access_file: '',
    has_default_permissions: true,
    email_notifications: [],
  }),
  recorded_revision: 0,
};

async function buildPlace(test: TestApp, kind: Kind, userId: (reader: Reader) => number): Promise<Place> {
  const isActive = kind !== 'suspended' && kind !== 'deleted';
  const title = { name: 'title', type: 'string', read: [everybody], submit: [members], update: [members] };
  const charge = { name: 'charge', type: 'msb', ofPeople: true, read: [everybody], update: [members] };
  const files = { name: 'files', type: 'file', read: [everybody], submit: [members], update: [members] };
  const world = await buildProject(test, {
    name: `project-${kind}`,
    access: isActive ? kind : 'public',
    status: isActive ? 'active' : kind,
    members: [userId('member'), userId('tracker-admin')],
    admins: [userId('project-admin')],
    groups: { keepers: [userId('tracker-admin')], helpers: [userId('assignee')] },
    trackers: (group) => [
      {
        name: 'open',
        permissions: { full: [everybody], admin: [group('keepers')] },
        fields: [title, { name: 'state', type: 'sb', values: ['New'], read: [everybody] }],
        workflow: { field: 'state', moves: [{ from: null, to: 'New' }], isUsed: false },
      },
      {
        name: 'own',
        permissions: {
          full: [members],
          submitter_only: [registered],
          assignee: [group('helpers')],
          admin: [group('keepers'), admins],
        },
        fields: [title, charge, files],
        contributor: 'charge',
      },
    ],
  });
  const values = { [world.field('own', 'charge')]: [userId('assignee')] };
  const changes = [{ by: userId('submitter'), atMs: 0, values }];
  const [artifact, milestone] = await buildArtifacts(test, [
    { trackerId: world.tracker('own'), changes },
    { trackerId: world.tracker('open'), changes: [{ by: userId('submitter'), atMs: 0, values: {} }] },
  ]);
  if (artifact === undefined || milestone === undefined) throw new Error('the artifacts were not made');
  const fileField = world.field('own', 'files');
  const file = await addFile(test, { artifact_id: artifact, field_id: fileField, submitted_by: userId('submitter') });
  const { id: service } = await test.app.database.transact((tx) =>
    tx
      .insertInto('project_services')
      .values({ ...plainService, project_id: world.id })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  const transition = await test.app.database.read
    .selectFrom('transitions')
    .select('id')
    .where('tracker_id', '=', world.tracker('open'))
    .executeTakeFirstOrThrow();
  const planning = await test.app.database.transact((tx) =>
    insertPlanning(
      tx,
      { project_id: world.id, tracker_id: world.tracker('open'), name: 'Plan', plan_title: '', backlog_title: '' },
      [world.tracker('own')],
      [],
    ),
  );
  const { id: report } = await test.app.database.transact((tx) =>
    tx
      .insertInto('reports')
      .values({ ...plainReport, tracker_id: world.tracker('open') })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  const { id: kanban } = await test.app.database.transact((tx) =>
    insertKanban(tx, { tracker_id: world.tracker('open'), name: 'Board', is_promoted: 0, archive_id: null }),
  );
  const { id: dashboard } = await test.app.database.transact((tx) =>
    tx
      .insertInto('dashboards')
      .values({
        user_id: null,
        project_id: world.id,
        name: 'Home',
        content_json: JSON.stringify({
          lines: [{ layout: 'one-column', columns: [[roadmapWidget(world.tracker('open'))]] }],
          lastWidgetId: 2,
        }),
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  const { id: svn } = await test.app.database.transact((tx) =>
    tx
      .insertInto('svn_repositories')
      .values({ ...plainRepository, project_id: world.id, folder: `svn/${world.id}` })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  const repository = await insertRepository(test, world.id, 'tools');
  return {
    project: world.id,
    repository,
    tracker: world.tracker('open'),
    field: world.field('own', 'charge'),
    transition: transition.id,
    artifact,
    file,
    fileField,
    milestone,
    planning,
    report,
    kanban,
    dashboard,
    service,
    svn,
    status: kind === 'suspended' ? kind : 'active',
    group: `${world.id}_${members}`,
  };
}

/** Attaches an empty file. */
async function addFile(
  { app }: TestApp,
  place: { artifact_id: number; field_id: number; submitted_by: number },
): Promise<number> {
  const { name, sizeBytes } = await app.blobs.write((async function* () {})());
  const about = { name: 'empty', description: '', mime_type: '', size_bytes: sizeBytes, path: name, touched_at_ms: 0 };
  return app.database.transact((tx) => insertFile(tx, { ...about, ...place }));
}

async function collectCells(
  test: TestApp,
  server: HttpServer,
  places: ReadonlyMap<Kind, Place>,
  isAsked: IsAsked,
): Promise<Cell[]> {
  const tokens = await signInAll(test);
  const cells: Cell[] = [];
  for (const mode of modes) {
    await test.app.features.site.changeSetting('access_mode', mode);
    for (const route of test.app.features.routes) {
      const sampleOf = accessRequests[nameOf(route)];
      if (sampleOf === undefined) continue;
      const [first, second] = [...places.values()].map((place) => JSON.stringify(sampleOf(place)));
      const isBound = first !== second;
      for (const [kind, place] of isBound ? places : [...places].slice(0, 1)) {
        if (isBound && !isAsked(mode, kind)) continue;
        const sample = sampleOf(place);
        const ask = async (reader: Reader): Promise<[Reader, number]> => [
          reader,
          await send(server, route.method, sample, tokens.get(reader)),
        ];
        const entries: [Reader, number][] = [];
        if (route.method === 'GET') entries.push(...(await Promise.all(readers.map(ask))));
        else for (const reader of readers) entries.push(await ask(reader));
        if (sample.endsSession === true) for (const [reader, token] of await signInAll(test)) tokens.set(reader, token);
        const facts = { route: nameOf(route), method: route.method, isBound, mode };
        cells.push({ ...facts, kind: isBound ? kind : undefined, statuses: readStatuses(entries) });
      }
    }
  }
  return cells;
}

function readStatuses(entries: readonly [Reader, number][]): Record<Reader, number> {
  const found = new Map(entries);
  const of = (reader: Reader): number => found.get(reader) ?? 0;
  return {
    anonymous: of('anonymous'),
    stranger: of('stranger'),
    restricted: of('restricted'),
    member: of('member'),
    submitter: of('submitter'),
    assignee: of('assignee'),
    'tracker-admin': of('tracker-admin'),
    'project-admin': of('project-admin'),
    'read-only': of('read-only'),
    'site-admin': of('site-admin'),
  };
}

async function signInAll(test: TestApp): Promise<Map<Reader, Record<string, string>>> {
  const tokens = new Map<Reader, Record<string, string>>();
  for (const reader of readers) {
    if (reader === 'anonymous') continue;
    tokens.set(reader, await issueToken(test.app, reader));
  }
  return tokens;
}

async function send(
  server: HttpServer,
  method: App['features']['routes'][number]['method'],
  sample: SampleRequest,
  credentials: Record<string, string> | undefined,
): Promise<number> {
  const hasBody = sample.body !== undefined;
  const answer = await inject(server, {
    method,
    url: `/api${sample.path}`,
    headers: { ...credentials, ...(hasBody ? { 'content-type': 'application/json' } : {}) },
    ...(hasBody ? { payload: JSON.stringify(sample.body) } : {}),
  });
  return answer.statusCode;
}

/**
 * The matrix as the text of contract/access-matrix.tsv: blocks of the routes that answer alike, each with a line for every
 * set of access modes and projects that make no difference.
 */
export function writeMatrix(cells: readonly Cell[]): string {
  const blocks = Map.groupBy(
    Map.groupBy(cells, (cell) => cell.route),
    ([, ofRoute]) => writeRows(ofRoute).join('\n'),
  );
  const written = [...blocks].map(([rows, routes]) => [...routes.map(([route]) => route), rows, ''].join('\n'));
  return `${['', 'access mode', 'project', ...readers].join('\t')}\n\n${written.join('\n')}`;
}

function writeRows(ofRoute: readonly Cell[]): string[] {
  const rows = Map.groupBy(ofRoute, (cell) => readers.map((reader) => cell.statuses[reader]).join('\t'));
  return [...rows].flatMap(([statuses, same]) => {
    const byMode = Map.groupBy(same, (cell) => cell.mode);
    const kindsOf = ([, list]: [Mode, Cell[]]): string =>
      nameAll(
        kinds,
        list.flatMap((cell) => cell.kind ?? []),
      );
    return [...Map.groupBy(byMode, kindsOf)].map(([projects, group]) => {
      const named = group.map(([mode]) => mode);
      return ['', nameAll(modes, named), projects, statuses].join('\t');
    });
  });
}

/** Every line of such a text with its route, once for each mode and each kind of project, so that parts can be compared. */
export function readMatrix(text: string): Set<string> {
  const blocks = text.split('\n\n').slice(1);
  return new Set(
    blocks.flatMap((block) => {
      const lines = block.split('\n').filter((line) => line !== '');
      const rows = lines.filter((line) => line.startsWith('\t'));
      const single = rows.flatMap((row) => {
        const [, named = '', projects = '', ...statuses] = row.split('\t');
        return readNames(modes, named).flatMap((mode) =>
          readNames(kinds, projects).map((kind) => [mode, kind, ...statuses].join('\t')),
        );
      });
      return lines.filter((line) => !line.startsWith('\t')).flatMap((route) => single.map((row) => `${route}\t${row}`));
    }),
  );
}

function nameAll<T extends string>(all: readonly T[], some: readonly T[]): string {
  if (some.length === 0) return '-';
  return some.length === all.length ? 'all' : all.filter((one) => some.includes(one)).join(', ');
}

const readNames = (all: readonly string[], text: string): readonly string[] =>
  text === 'all' ? all : text.split(', ');
