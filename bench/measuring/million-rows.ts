// What is asked of the small and of the large server: the same artifacts, or the same places in the list.
import { DatabaseSync } from 'node:sqlite';
import { databaseFile } from '../../src/app.ts';
import { Measurement } from './messages.ts';
import type { LoadPlan } from './messages.ts';
import { limitedEvery, originals } from '../content/million-folder.ts';
import { memberName } from '../content/project-archive.ts';
import type { Contest, Measure } from './rows.ts';
import { signIn } from './scene.ts';
import { sendRequest, writeRequest } from '../clients/single-request.ts';
import type { Order } from '../clients/single-request.ts';
import type { RunningServer } from '../servers/tepal-server.ts';
import type { Worker } from './workplace.ts';

/** One server with what is asked of it. */
export interface Side {
  server: RunningServer;
  dataDir: string;
  artifacts: number;
  trackerId: number;
  /** An int field. */
  fieldId: number;
  /** Headers of somebody who sees all artifacts of the tracker. */
  admin: Record<string, string>;
  /** Headers of somebody for whom some artifacts are limited to others. */
  member: Record<string, string>;
  /** Artifacts all over the tracker that both see, the same on each side but for their ids. */
  ids: readonly number[];
}

export interface Sides {
  small: Side;
  large: Side;
  loadClient: Worker;
}

/** Stands in the summary of one artifact of each side. */
const rareWords = 'quixotic zephyr';

/** Gives one artifact a summary like no other. */
async function nameOne(port: number, headers: Record<string, string>, id: number, fieldId: number): Promise<void> {
  const body = JSON.stringify({ values: [{ field_id: fieldId, value: `A ${rareWords} passes` }] });
  const order = {
    method: 'PUT',
    path: `/api/artifacts/${id}`,
    headers: { ...headers, 'Content-Type': 'application/json' },
  };
  const { status } = await sendRequest(port, { ...order, body });
  if (status !== 200) throw new Error(`PUT ${order.path} was answered ${status}`);
}

/** Signs in and chooses the artifacts. */
export async function openSide(dataDir: string, server: RunningServer, artifacts: number): Promise<Side> {
  const db = new DatabaseSync(databaseFile(dataDir), { readOnly: true });
  const read = (sql: string): number => Number(db.prepare(sql).get()?.['id']);
  const trackerId = read('select id from trackers');
  const fieldId = read("select id from tracker_fields where name = 'points'");
  const summaryId = read("select id from tracker_fields where name = 'summary'");
  db.close();
  const copies = artifacts / originals;
  const all = Array.from({ length: originals }, (_, index) => index);
  const admin = await signIn(server.port);
  await nameOne(server.port, admin, Math.floor(artifacts / 2) + 1, summaryId);
  return {
    server,
    dataDir,
    artifacts,
    trackerId,
    fieldId,
    admin,
    member: await signIn(server.port, memberName(1)),
    ids: all
      .filter((index) => index % limitedEvery !== 0)
      .map((index) => Math.floor((index * copies) / originals) * originals + index + 1),
  };
}

interface Scene extends Sides {
  durationMs: number;
  rounds: number;
}

export interface LargeRow {
  name: string;
  clients: number;
  prepare(scene: Scene): Contest;
}

type Ask = Pick<LoadPlan, 'clients' | 'order'> & { orders(side: Side): Order[]; before?(side: Side): void };

/** The same of both sides; `before` runs ahead of each measurement. */
function compare({ small, large, loadClient, durationMs }: Scene, { clients, order, orders, before }: Ask): Contest {
  const measure = (side: Side): Measure => {
    const exchanges = orders(side).map((one) => ({ request: writeRequest(one) }));
    const plan = { port: side.server.port, clients, status: 200, order, exchanges, durationMs };
    return async () => {
      before?.(side);
      return loadClient.ask({ ...plan, warmUpMs: order === 'once' ? 0 : durationMs / 4 }, Measurement);
    };
  };
  return { subject: measure(large), reference: measure(small) };
}

const getOrders = (side: Side): Order[] =>
  side.ids.map((id) => ({ path: `/api/artifacts/${id}`, headers: side.member }));

const putOrders = (side: Side): Order[] =>
  side.ids.map((id) => ({
    method: 'PUT',
    path: `/api/artifacts/${id}`,
    headers: side.member,
    body: `{"values":[{"field_id":${side.fieldId},"value":########}]}`,
  }));

/** Makes everything that the server has kept out of date. */
export function bumpSite({ dataDir }: Pick<Side, 'dataDir'>): void {
  const db = new DatabaseSync(databaseFile(dataDir), { timeout: 5000 });
  db.exec('update site set version = version + 1');
  db.close();
}

const pageSize = 50;

interface ListPlan {
  /** Where the page starts, as a share of the tracker; the last page where it is 1. */
  place: number;
  reader: 'admin' | 'member';
  isDescending?: boolean;
}

function listOrder(side: Side, { place, reader, isDescending = false }: ListPlan): Order {
  const seen = reader === 'admin' ? side.artifacts : side.artifacts - side.artifacts / limitedEvery;
  const offset = place === 1 ? seen - pageSize : seen * place;
  const path = `/api/trackers/${side.trackerId}/artifacts?limit=${pageSize}&offset=${offset}`;
  return { path: isDescending ? `${path}&order=desc` : path, headers: side[reader] };
}

interface QueryPlan {
  condition: string;
  /** Artifacts before the page, as a share of the tracker. */
  place: number;
}

/** A page of what matches and the member sees; the answer is not kept, because a query may ask for the present moment. */
function queryOrder(side: Side, { condition, place }: QueryPlan): Order {
  const page = `limit=${pageSize}&offset=${Math.floor(side.artifacts * place)}`;
  const query = `expert_query=${encodeURIComponent(condition)}`;
  return { path: `/api/trackers/${side.trackerId}/artifacts?${page}&${query}`, headers: side.member };
}

const manyClients = 16;

const singleRow = (name: string, clients: number, ask: Omit<Ask, 'clients'>): LargeRow => ({
  name,
  clients,
  prepare: (scene) => compare(scene, { ...ask, clients }),
});

const listRow = (name: string, plan: ListPlan): LargeRow =>
  singleRow(`list of ${pageSize}, ${name}`, manyClients, {
    order: 'shared',
    orders: (side) => [listOrder(side, plan)],
  });

const queryRow = (name: string, plan: QueryPlan): LargeRow =>
  singleRow(`query by ${name}`, 1, { order: 'shared', orders: (side) => [queryOrder(side, plan)] });

/** In the order in which they are measured: what changes data comes last. */
export const largeRows: readonly LargeRow[] = [
  singleRow('GET artifact', manyClients, { order: 'shared', orders: getOrders }),
  singleRow('GET artifact, none kept in memory', manyClients, { order: 'once', orders: getOrders, before: bumpSite }),
  listRow('first page', { place: 0, reader: 'admin' }),
  listRow('from the middle', { place: 0.5, reader: 'admin' }),
  listRow('last page', { place: 1, reader: 'admin' }),
  listRow('first page, descending', { place: 0, reader: 'admin', isDescending: true }),
  listRow('from the middle, descending', { place: 0.5, reader: 'admin', isDescending: true }),
  listRow('last page, descending', { place: 1, reader: 'admin', isDescending: true }),
  listRow('first page, where some are hidden', { place: 0, reader: 'member' }),
  listRow('from the middle, where some are hidden', { place: 0.5, reader: 'member' }),
  listRow('last page, where some are hidden', { place: 1, reader: 'member' }),
  queryRow('a list value of a third, first page', { condition: 'status = "Done"', place: 0 }),
  queryRow('a list value of a third, from the middle', { condition: 'status = "Done"', place: 1 / 6 }),
  queryRow('anything but that list value, last third', { condition: 'status != "Done"', place: 1 / 2 }),
  queryRow('a text of one', { condition: `summary = "${rareWords}"`, place: 0 }),
  queryRow('a text of a twelfth, from the middle', { condition: 'summary = "order"', place: 1 / 24 }),
  queryRow('that text and list value', { condition: 'summary = "order" and status = "Done"', place: 0 }),
  queryRow('a text of one and a list value', { condition: `summary = "${rareWords}" and status != "New"`, place: 0 }),
  singleRow('PUT of one field', 1, { order: 'shared', orders: putOrders }),
  singleRow('PUT of one field', manyClients, { order: 'shared', orders: putOrders }),
];
