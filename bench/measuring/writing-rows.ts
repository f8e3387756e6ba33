// The rows of the benchmark that change data, and all rows in the order in which they are measured.
import { sendRequest, writeRequest } from '../clients/single-request.ts';
import type { Order } from '../clients/single-request.ts';
import { Measurement } from './messages.ts';
import { changedArtifacts, measure, postgresReadingRows, readingRows, signInRows } from './rows.ts';
import type { Row } from './rows.ts';
import type { Scene } from './scene.ts';

export const commitLoop = 'bare SQLite commit loop, one row';

export function putOrder(scene: Scene, id: number): Order {
  const body = `{"values":[{"field_id":${scene.changedFieldId},"value":########}]}`;
  return { method: 'PUT', path: `/api/artifacts/${id}`, headers: scene.tokenHeaders, body };
}

/** Changes one artifact and reads it back; throws Error when the change isn't there. */
async function requireChange(scene: Scene, id: number): Promise<void> {
  const order = putOrder(scene, id);
  const headers = { ...order.headers, 'Content-Type': 'application/json' };
  await sendRequest(scene.tepalPort, { ...order, headers, body: (order.body ?? '').replace('########', '1234567') });
  const { body } = await sendRequest(scene.tepalPort, { path: order.path, headers: scene.tokenHeaders });
  if (!body.includes('"value":1234567,') && !body.includes('"value":1234567}')) {
    throw new Error(`PUT ${order.path} left the field unchanged`);
  }
}

/** Writes that `orderOf` makes of an artifact, each client's its own. */
const writingRow = (
  name: string,
  clients: number,
  status: number,
  orderOf: (scene: Scene, id: number) => Order,
  check?: (scene: Scene, id: number) => Promise<void>,
): Row => ({
  name,
  clients,
  against: commitLoop,
  slices: 8,
  async prepare(scene) {
    const [first] = scene.changedIds;
    if (first !== undefined) await check?.(scene, first);
    const exchanges = scene.changedIds.slice(0, clients).map((id) => ({ request: writeRequest(orderOf(scene, id)) }));
    const plan = { port: scene.tepalPort, clients, status, order: 'own' as const, exchanges };
    const { commitFile: file, pace } = scene;
    return {
      subject: (round) => measure(scene, round, plan),
      reference: (round) =>
        scene.commitLoop.ask({ file, durationMs: round < 0 ? pace.warmUpMs : pace.durationMs }, Measurement),
    };
  },
});

const putRow = (clients: number): Row => writingRow('PUT of one field', clients, 200, putOrder, requireChange);

const commentRow = (clients: number): Row =>
  writingRow('comment by PUT', clients, 200, (scene, id) => ({
    ...putOrder(scene, id),
    body: '{"values":[],"comment":{"body":"seen in ########","format":"text"}}',
  }));

/** Of a new artifact, by itself or in a batch. */
const newItem = ({ trackerId }: Scene): string =>
  `{"tracker":{"id":${trackerId}},"values_by_field":{"summary":{"value":"made"},"points":{"value":1}}}`;

const postRow: Row = writingRow('POST of an artifact', 1, 201, (scene) => ({
  method: 'POST',
  path: '/api/artifacts',
  headers: scene.tokenHeaders,
  body: newItem(scene),
}));

const batchSize = 100;

/** Counts artifacts, not requests. */
const batchRow: Row = {
  name: `artifacts made, ${batchSize} in a batch`,
  clients: 1,
  against: 'one by one',
  prepare(scene) {
    const item = newItem(scene);
    const items = Array.from({ length: batchSize }, () => item).join(',');
    const order = { method: 'POST', headers: scene.tokenHeaders };
    const plan = { port: scene.tepalPort, clients: 1, order: 'shared' as const };
    const single = { request: writeRequest({ ...order, path: '/api/artifacts', body: item }) };
    const batch = { request: writeRequest({ ...order, path: '/api/artifacts/batch', body: `{"items":[${items}]}` }) };
    return Promise.resolve({
      reference: (round) => measure(scene, round, { ...plan, status: 201, exchanges: [single] }),
      async subject(round) {
        const measured = await measure(scene, round, { ...plan, status: 200, exchanges: [batch] });
        return { ...measured, perSecond: measured.perSecond * batchSize };
      },
    });
  },
};

const singleRows = [putRow(1), putRow(changedArtifacts), commentRow(1), commentRow(changedArtifacts), postRow];

/** In the order in which they are measured: what changes data comes last. */
export const rows: readonly Row[] = [...readingRows, ...singleRows, batchRow, ...signInRows];

/** Those that are measured on PostgreSQL, with each number of processes. */
export const postgresRows: readonly Row[] = [...postgresReadingRows, ...singleRows];
