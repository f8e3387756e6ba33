// What is asked of a small and of a grown site, and of ordinary artifacts and of such as grew beyond measure.
import { Type } from 'typebox';
import { requestJson, writeRequest } from '../clients/single-request.ts';
import type { Order } from '../clients/single-request.ts';
import { password } from '../content/filled-folder.ts';
import { readerName, wideName } from '../content/grown-site.ts';
import type { RunningServer } from '../servers/tepal-server.ts';
import { Measurement } from './messages.ts';
import type { LoadPlan } from './messages.ts';
import { bumpSite } from './million-rows.ts';
import type { Contest, Measure } from './rows.ts';
import { findTracker, listArtifactIds, signIn } from './scene.ts';
import type { Worker } from './workplace.ts';

interface Tracked {
  trackerId: number;
  /** An int field. */
  fieldId: number;
  ids: readonly number[];
}

/** A server with its one measured project, and the one with a tracker of 300 fields. */
export interface GrownSide {
  server: RunningServer;
  dataDir: string;
  headers: Record<string, string>;
  measured: Tracked;
  wide: Tracked;
}

async function findTracked(port: number, headers: Record<string, string>, name?: string): Promise<Tracked> {
  const { trackerId, changedFieldId: fieldId } = await findTracker(port, headers, name);
  return { trackerId, fieldId, ids: await listArtifactIds(port, headers, trackerId) };
}

export async function openGrownSide(dataDir: string, server: RunningServer): Promise<GrownSide> {
  const headers = await signIn(server.port, readerName);
  return {
    server,
    dataDir,
    headers,
    measured: await findTracked(server.port, headers),
    wide: await findTracked(server.port, headers, wideName),
  };
}

/** What both sides of a row are asked, each by its own orders. */
interface Ask extends Pick<LoadPlan, 'clients' | 'order'> {
  status?: number;
  before?(side: GrownSide): void;
}

export interface Pair {
  loadClient: Worker;
  durationMs: number;
  subject: { side: GrownSide; orders: readonly Order[] };
  reference: { side: GrownSide; orders: readonly Order[] };
}

export function comparePair({ loadClient, durationMs, subject, reference }: Pair, ask: Ask): Contest {
  const { clients, order, status = 200, before } = ask;
  const measure = ({ side, orders }: Pair['subject']): Measure => {
    const exchanges = orders.map((one) => ({ request: writeRequest(one) }));
    const warmUpMs = order === 'once' ? 0 : durationMs / 4;
    const plan = { port: side.server.port, clients, status, order, exchanges, durationMs, warmUpMs };
    return async () => {
      before?.(side);
      return loadClient.ask(plan, Measurement);
    };
  };
  return { subject: measure(subject), reference: measure(reference) };
}

const get =
  (path: (side: GrownSide) => string) =>
  (side: GrownSide): Order[] => [{ path: path(side), headers: side.headers }];

export const readOrder = ({ headers }: GrownSide, id: number): Order => ({ path: `/api/artifacts/${id}`, headers });

export const changeOrder = ({ headers }: GrownSide, id: number, fieldId: number): Order => ({
  method: 'PUT',
  path: `/api/artifacts/${id}`,
  headers,
  body: `{"values":[{"field_id":${fieldId},"value":########}]}`,
});

const readCount = 1000;
const firstIds = ({ measured }: GrownSide): readonly number[] => measured.ids.slice(0, readCount);

interface SiteRow extends Ask {
  name: string;
  orders(side: GrownSide): Order[];
}

const manyClients = 16;
const query = encodeURIComponent('status = "Done" AND summary = "order"');
const list = ({ measured }: GrownSide): string => `/api/trackers/${measured.trackerId}/artifacts?limit=50`;
const single = { clients: 1, order: 'shared' } as const;
const changes = (side: GrownSide): Order[] => firstIds(side).map((id) => changeOrder(side, id, side.measured.fieldId));
const reads = (side: GrownSide): Order[] => firstIds(side).map((id) => readOrder(side, id));

/** What a site is asked however many people, projects and groups it has; what changes data comes last. */
export const siteRows: readonly SiteRow[] = [
  { name: 'GET artifact', clients: manyClients, order: 'shared', orders: reads },
  { name: 'GET artifact, none kept in memory', clients: manyClients, order: 'once', before: bumpSite, orders: reads },
  { name: 'list of 50', ...single, orders: get(list) },
  { name: 'query by list value and text', ...single, orders: get((side) => `${list(side)}&expert_query=${query}`) },
  { name: 'search for a word', ...single, orders: searchOrders },
  { name: 'own account', ...single, orders: get(() => '/api/users/self') },
  { name: 'groups that one is in', ...single, orders: get(() => '/api/users/self/membership') },
  { name: 'projects, first page', ...single, orders: get(() => '/api/projects?limit=50') },
  { name: 'people by a part of a name', ...single, orders: get(() => '/api/users?query=member_1&limit=10') },
  {
    name: 'POST /tokens, password known from before',
    ...single,
    orders: () => [{ method: 'POST', path: '/api/tokens', body: JSON.stringify({ username: readerName, password }) }],
  },
  { name: 'PUT of one field', ...single, orders: changes },
  { name: 'PUT of one field', clients: manyClients, order: 'shared', orders: changes },
];

function searchOrders({ headers }: GrownSide): Order[] {
  return [{ method: 'POST', path: '/api/search?limit=10', headers, body: JSON.stringify({ keywords: 'invoice' }) }];
}

/** Changes of the artifact that has a long history. */
const deepChanges = 10_000;
/** Links of the artifact that has many: as many as one change may make lead from it, the others to it. */
const [leavingLinks, arrivingLinks] = [1_000, 4_000];

/** Makes the changes one after the other. Throws Error where one is refused. */
async function makeChanges({ server }: GrownSide, loadClient: Worker, orders: readonly Order[]): Promise<void> {
  const exchanges = orders.map((order) => ({ request: writeRequest(order) }));
  const plan = { port: server.port, clients: 1, status: 200, order: 'once', exchanges, durationMs: 0, warmUpMs: 0 };
  const { failures, firstFailure } = await loadClient.ask(plan, Measurement);
  if (failures > 0) throw new Error(`${failures} changes were refused; the first: ${firstFailure ?? ''}`);
}

const Fields = Type.Object({ fields: Type.Array(Type.Object({ field_id: Type.Integer(), name: Type.String() })) });

async function link(side: GrownSide, loadClient: Worker, id: number): Promise<void> {
  const { server, headers, measured } = side;
  const { fields } = await requestJson(server.port, { path: `/api/trackers/${measured.trackerId}`, headers }, Fields);
  const fieldId = fields.find(({ name }) => name === 'links')?.field_id;
  const linkTo = (from: number, targets: readonly number[]): Order => ({
    method: 'PUT',
    path: `/api/artifacts/${from}`,
    headers,
    body: JSON.stringify({ values: [{ field_id: fieldId, links: targets.map((target) => ({ id: target })) }] }),
  });
  await makeChanges(side, loadClient, [
    linkTo(id, measured.ids.slice(-leavingLinks)),
    ...measured.ids.slice(readCount, readCount + arrivingLinks).map((from) => linkTo(from, [id])),
  ]);
}

export interface ShapeRow extends Ask {
  name: string;
  against: string;
  subject: readonly Order[];
  reference: readonly Order[];
}

/** Makes an artifact with a long history and one with many links, and says what is asked of them and of one in a wide tracker. */
export async function prepareShapes(side: GrownSide, loadClient: Worker): Promise<ShapeRow[]> {
  const { measured, wide, headers } = side;
  const [plain = 0, deep = 0, linked = 0] = measured.ids;
  const [broad = 0] = wide.ids;
  await link(side, loadClient, linked);
  const change = changeOrder(side, deep, measured.fieldId);
  await makeChanges(
    side,
    loadClient,
    Array.from({ length: deepChanges }, () => change),
  );
  const against = 'the same of an ordinary one';
  const first = { clients: 1, order: 'once', before: bumpSite } as const;
  const rowsOf = (what: string, id: number, { fieldId }: Tracked): ShapeRow[] => {
    const reading = { against, subject: [readOrder(side, id)], reference: [readOrder(side, plain)] };
    const writing = {
      against,
      subject: [changeOrder(side, id, fieldId)],
      reference: [changeOrder(side, plain, measured.fieldId)],
    };
    return [
      { name: `GET artifact ${what}`, ...single, ...reading },
      { name: `GET artifact ${what}, not kept in memory`, ...first, ...reading },
      { name: `PUT of one field, ${what}`, ...single, ...writing },
    ];
  };
  const page = (id: number): Order[] => [{ path: `/api/artifacts/${id}/changesets?limit=50&order=desc`, headers }];
  return [
    ...rowsOf(`with ${deepChanges} changesets`, deep, measured),
    { name: 'last 50 changesets of 10,000', ...single, against, subject: page(deep), reference: page(plain) },
    ...rowsOf(`with ${leavingLinks + arrivingLinks} links`, linked, measured),
    ...rowsOf('in a tracker of 300 fields', broad, wide),
  ];
}
