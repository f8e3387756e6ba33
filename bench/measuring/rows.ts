// The rows of the benchmark: what is sent, and what each is compared with.
import { Type } from 'typebox';
import { guestName, password } from '../content/filled-folder.ts';
import { Listening, Measurement } from './messages.ts';
import type { BareAnswer, BareAnswers, Exchange, LoadPlan } from './messages.ts';
import { beginSession } from './scene.ts';
import type { Scene } from './scene.ts';
import { sendRequest, writeRequest } from '../clients/single-request.ts';
import { readCpuMs } from './workplace.ts';
import type { Order } from '../clients/single-request.ts';

export interface ServerMeasurement extends Measurement {
  /** Processor time that the server took for all answers; undefined where it is not known. */
  cpuMs?: number | undefined;
  /** The same of a database that is a server of its own. */
  databaseCpuMs?: number | undefined;
}

/** Takes the number of the round, from 0; -1 for the one that warms up and is not counted. */
export type Measure = (round: number) => Promise<ServerMeasurement>;

export interface Contest {
  subject: Measure;
  reference?: Measure;
}

export interface Row {
  name: string;
  clients: number;
  /** What `ratio` compares with; empty for nothing. */
  against: string;
  /** What `ratio` is the ratio of; by default rates. */
  compares?: 'perSecond' | 'p99Ms';
  /** Into how many pairs a round is cut; more than 1 where the disk decides, because its speed changes in moments. */
  slices?: number;
  prepare(scene: Scene): Promise<Contest>;
}

const pageSize = 50;
export const bare = 'bare node:http, same bytes';
const manyClients = 16;

/** What may differ between one answer and the next, or is the server's own business. */
const ownHeaders = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);

export function copyHeaders(raw: readonly string[]): string[] {
  return raw.filter((_, index) => !ownHeaders.has((raw[index - (index % 2)] ?? '').toLowerCase()));
}

interface Captured {
  exchange: Exchange;
  answer: BareAnswer;
}

/** Asks Tepal once and keeps what came; with `isConditional` also what it says to the same with If-None-Match. */
async function capture(scene: Scene, order: Order, isConditional: boolean): Promise<Captured> {
  const { tepalPort: port } = scene;
  const whole = await sendRequest(port, order);
  if (whole.status !== 200) throw new Error(`GET ${order.path} has status ${whole.status}: ${whole.body.toString()}`);
  const known = { path: order.path, headers: copyHeaders(whole.rawHeaders), body: whole.body.toString('latin1') };
  if (!isConditional) {
    return { exchange: { request: writeRequest(order), bodyBytes: whole.body.length }, answer: known };
  }
  const etag = whole.rawHeaders[whole.rawHeaders.findIndex((name) => name.toLowerCase() === 'etag') + 1] ?? '';
  const conditional = { ...order, headers: { ...order.headers, 'If-None-Match': etag } };
  const repeated = await sendRequest(port, conditional);
  if (repeated.status !== 304) throw new Error(`GET ${order.path} with its ETag ${etag} has status ${repeated.status}`);
  return {
    exchange: { request: writeRequest(conditional), bodyBytes: 0 },
    answer: { ...known, notModified: copyHeaders(repeated.rawHeaders) },
  };
}

/** The processes that a measurement needs. */
export type Stage = Pick<Scene, 'pace' | 'tepalPort' | 'tepalPid' | 'databasePid' | 'loadClient' | 'bareServer'>;

/** Gives what a process has used of the processors since, in ms; undefined where that is not known. */
function startClock(pid: number | undefined): () => number | undefined {
  const before = readCpuMs(pid);
  return () => {
    const after = readCpuMs(pid);
    return before === undefined || after === undefined ? undefined : after - before;
  };
}

export const measure = async (
  scene: Stage,
  round: number,
  plan: Omit<LoadPlan, 'warmUpMs' | 'durationMs'>,
): Promise<ServerMeasurement> => {
  const { warmUpMs, durationMs } = scene.pace;
  const spans =
    round < 0
      ? { warmUpMs: 0, durationMs: warmUpMs }
      : { warmUpMs: Math.min(warmUpMs / 4, durationMs / 4), durationMs };
  const isTepal = plan.port === scene.tepalPort;
  const measureServer = startClock(isTepal ? scene.tepalPid : scene.bareServer.pid);
  const measureDatabase = startClock(isTepal ? scene.databasePid : undefined);
  const measured = await scene.loadClient.ask({ ...plan, ...spans }, Measurement);
  return { ...measured, cpuMs: measureServer(), databaseCpuMs: measureDatabase() };
};

/** Tepal against the bare server with the same requests. */
export async function compareWithBare(
  scene: Scene,
  clients: number,
  orders: readonly Order[],
  isConditional = false,
): Promise<Contest> {
  const captured: Captured[] = [];
  for (const order of orders) captured.push(await capture(scene, order, isConditional));
  const answers: BareAnswers = captured.map(({ answer }) => answer);
  const { port: barePort } = await scene.bareServer.ask(answers, Listening);
  const exchanges = captured.map(({ exchange }) => exchange);
  const plan = { clients, status: isConditional ? 304 : 200, order: 'shared' as const, exchanges };
  return {
    subject: (round) => measure(scene, round, { ...plan, port: scene.tepalPort }),
    reference: (round) => measure(scene, round, { ...plan, port: barePort }),
  };
}

export const artifactOrders = (scene: Scene, ids: readonly number[]): Order[] =>
  ids.map((id) => ({ path: `/api/artifacts/${id}`, headers: scene.tokenHeaders }));

export function listOrders(scene: Scene, accept: string): Order[] {
  const pages = Math.floor(scene.hotIds.length / pageSize);
  return Array.from({ length: pages }, (_, page) => ({
    path: `/api/trackers/${scene.trackerId}/artifacts?limit=${pageSize}&offset=${page * pageSize}&values=all`,
    headers: { ...scene.tokenHeaders, Accept: accept },
  }));
}

/** Pages of a query by a list value and a text that many artifacts have. */
function queryOrders(scene: Scene): Order[] {
  const condition = encodeURIComponent('status = "Done" AND summary = "order"');
  return Array.from({ length: 4 }, (_, page) => ({
    path: `/api/trackers/${scene.trackerId}/artifacts?limit=${pageSize}&offset=${page * pageSize}&expert_query=${condition}`,
    headers: scene.tokenHeaders,
  }));
}

/** The part of the series that belongs to a round, when all rounds but the warm-up share it equally. */
export function partOf<T>(all: readonly T[], round: number, rounds: number): T[] {
  const size = Math.floor(all.length / (rounds + 1));
  return all.slice((round + 1) * size, (round + 2) * size);
}

/** Makes the server find every answer anew, because nothing of an earlier request is the same. */
export const unlike = (orders: readonly Order[]): Order[] =>
  orders.map((order) => ({ ...order, headers: { ...order.headers, 'X-Number': '########' } }));

const getRow = (clients: number): Row => ({
  name: 'GET artifact',
  clients,
  against: bare,
  prepare: (scene) => compareWithBare(scene, clients, artifactOrders(scene, scene.hotIds)),
});

const unlikeGetRow: Row = {
  name: 'GET artifact, no two requests alike',
  clients: manyClients,
  against: bare,
  prepare: (scene) => compareWithBare(scene, manyClients, unlike(artifactOrders(scene, scene.hotIds))),
};

const pageGetRow: Row = {
  name: 'GET artifact from a page, by its cookie, no two requests alike',
  clients: manyClients,
  against: bare,
  async prepare(scene) {
    const headers = await beginSession(scene.tepalPort);
    const orders = artifactOrders(scene, scene.hotIds).map((order) => ({ ...order, headers }));
    return compareWithBare(scene, manyClients, unlike(orders));
  },
};

const unlikeListRow: Row = {
  name: 'list of 50 with all values, no two requests alike',
  clients: manyClients,
  against: bare,
  prepare: (scene) => compareWithBare(scene, manyClients, unlike(listOrders(scene, 'application/json'))),
};

const firstReadRow: Row = {
  name: 'GET artifact, each for the first time',
  clients: manyClients,
  against: bare,
  async prepare(scene) {
    const [sample] = scene.hotIds;
    const { reference } = await compareWithBare(
      scene,
      manyClients,
      artifactOrders(scene, sample === undefined ? [] : [sample]),
    );
    const exchanges = artifactOrders(scene, scene.coldIds).map((order) => ({ request: writeRequest(order) }));
    const plan = { port: scene.tepalPort, clients: manyClients, status: 200, order: 'once' as const };
    const subject: Measure = (round) =>
      measure(scene, round, { ...plan, exchanges: partOf(exchanges, round, scene.pace.rounds) });
    return reference === undefined ? { subject } : { subject, reference };
  },
};

const notModifiedRow: Row = {
  name: 'GET artifact, If-None-Match (304)',
  clients: manyClients,
  against: bare,
  prepare: (scene) => compareWithBare(scene, manyClients, artifactOrders(scene, scene.hotIds), true),
};

const listRow: Row = {
  name: 'list of 50 with all values',
  clients: manyClients,
  against: bare,
  prepare: (scene) => compareWithBare(scene, manyClients, listOrders(scene, 'application/json')),
};

const queryRow: Row = {
  name: 'query by list value and text, pages of 50',
  clients: 1,
  against: bare,
  prepare: (scene) => compareWithBare(scene, 1, queryOrders(scene)),
};

const xmlListRow: Row = {
  name: 'list of 50 with all values, XML',
  clients: manyClients,
  against: 'the same as JSON',
  async prepare(scene) {
    const { subject } = await compareWithBare(scene, manyClients, listOrders(scene, 'application/xml'));
    const { subject: reference } = await compareWithBare(scene, manyClients, listOrders(scene, 'application/json'));
    return { subject, reference };
  },
};

const signInRequest = (username: string): Exchange => ({
  request: writeRequest({ method: 'POST', path: '/api/tokens', body: JSON.stringify({ username, password }) }),
});

const firstSignInRow: Row = {
  name: 'POST /tokens, first sign-in of an account',
  clients: manyClients,
  against: '',
  prepare(scene) {
    const exchanges = scene.newcomers.map(signInRequest);
    const plan = { port: scene.tepalPort, clients: manyClients, status: 200, order: 'once' as const };
    return Promise.resolve({
      subject: (round) => measure(scene, round, { ...plan, exchanges: partOf(exchanges, round, scene.pace.rounds) }),
    });
  },
};

const signInRow: Row = {
  name: 'POST /tokens, password known from before',
  clients: manyClients,
  against: '',
  async prepare(scene) {
    const exchanges = scene.newcomers.slice(0, manyClients).map(signInRequest);
    for (const username of scene.newcomers.slice(0, manyClients)) {
      await sendRequest(scene.tepalPort, {
        method: 'POST',
        path: '/api/tokens',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ username, password }),
      });
    }
    const plan = { port: scene.tepalPort, clients: manyClients, status: 200, order: 'shared' as const, exchanges };
    return { subject: (round) => measure(scene, round, plan) };
  },
};

/** Of a measurement that is about something else, and may have counted nothing. */
const Failures = Type.Pick(Measurement, ['failures', 'firstFailure']);

/** Each measurement takes accounts that never signed in, so it is short. */
const besideSignInsMs = 400;

const besideSignInsRow = (clients: number): Row => ({
  name: `GET artifact while ${manyClients} clients sign in`,
  clients,
  against: 'p99 of the same, nobody signing in',
  compares: 'p99Ms',
  async prepare(whole) {
    const scene = { ...whole, pace: { ...whole.pace, durationMs: Math.min(whole.pace.durationMs, besideSignInsMs) } };
    const { subject: read } = await compareWithBare(scene, clients, artifactOrders(scene, scene.hotIds));
    const signIns = { port: scene.tepalPort, clients: manyClients, status: 200, order: 'shared' as const };
    const { warmUpMs, durationMs, rounds } = scene.pace;
    return {
      reference: read,
      async subject(round) {
        const exchanges = partOf(scene.guests.get(clients) ?? [], round, rounds).map(signInRequest);
        const beside = { ...signIns, exchanges, warmUpMs: 0, durationMs: round < 0 ? warmUpMs : durationMs };
        const [measured, signedIn] = await Promise.all([read(round), scene.signInClient.ask(beside, Failures)]);
        const { failures, firstFailure } = signedIn;
        return failures === 0
          ? measured
          : { ...measured, failures, ...(firstFailure === undefined ? {} : { firstFailure }) };
      },
    };
  },
});

/** The numbers of clients that read while others sign in. */
const readersBesideSignIns = [1, manyClients] as const;

/** Accounts of each of these rows, for as many sign-ins as two threads that hash get done. */
export const guestNames = (rounds: number): ReadonlyMap<number, readonly string[]> =>
  new Map(
    readersBesideSignIns.map((clients) => [
      clients,
      Array.from({ length: (rounds + 1) * 100 }, (_, index) => guestName(clients, index)),
    ]),
  );

/** Artifacts that the rows about PUT need. */
export const changedArtifacts = 16;

/** Accounts that the rows about tokens need, with `perClient` sign-ins of each client in each round. */
export const countNewcomers = (rounds: number, perClient: number): number => (rounds + 1) * manyClients * perClient;

export const readingRows: readonly Row[] = [
  getRow(manyClients),
  getRow(1),
  unlikeGetRow,
  pageGetRow,
  firstReadRow,
  notModifiedRow,
  listRow,
  unlikeListRow,
  xmlListRow,
  queryRow,
];

export const signInRows: readonly Row[] = [...readersBesideSignIns.map(besideSignInsRow), firstSignInRow, signInRow];

/** Those of reading that are measured on PostgreSQL too. */
export const postgresReadingRows: readonly Row[] = [
  getRow(manyClients),
  getRow(1),
  unlikeGetRow,
  pageGetRow,
  firstReadRow,
  unlikeListRow,
  queryRow,
];
