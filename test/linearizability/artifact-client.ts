// Spells the model's calls as requests and reads the answers, over connections that stay open.
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Value } from 'typebox/value';
import type { ArtifactAnswer, ArtifactCall, Values } from './model.ts';
import type { TrailEntry } from './trail.ts';

/** Where artifacts are made, and which of their fields hold the values. */
export interface Place {
  /** Credentials. */
  readonly headers: Readonly<Record<string, string>>;
  readonly trackerId: number;
  /** String fields that take at least ten characters. */
  readonly fields: readonly { readonly name: string; readonly id: number }[];
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** `unreached`: nobody listened. `lost`: the connection ended, or the time did, before the answer was complete. */
export type Attempt = Reply | 'unreached' | 'lost';

export interface Order {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
}

export interface Connection {
  send(baseUrl: string, order: Order): Promise<Attempt>;
  close(): void;
}

const answerTimeoutMs = 20_000;

/** One connection to each server, one request after another. */
export function openConnection(credentials: Readonly<Record<string, string>>): Connection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    async send(baseUrl, { method, path, headers = {}, body }) {
      const { promise, resolve } = Promise.withResolvers<Attempt>();
      const sent = body === undefined ? undefined : JSON.stringify(body);
      const options = {
        method,
        agent,
        timeout: answerTimeoutMs,
        headers: { 'content-type': 'application/json', ...credentials, ...headers },
      };
      const outgoing = request(new URL(path, baseUrl), options, (response) => {
        text(response).then(
          (received) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: received }),
          () => resolve('lost'),
        );
      });
      outgoing.on('timeout', () => outgoing.destroy());
      outgoing.on('error', (error: NodeJS.ErrnoException) =>
        resolve(error.code === 'ECONNREFUSED' ? 'unreached' : 'lost'),
      );
      outgoing.end(sent);
      return promise;
    },
    close: () => agent.destroy(),
  };
}

/** What a client remembers of an answer, to send it as a precondition. */
export interface Seen {
  /** The version's part of the entity tag. */
  readonly tag: string;
  readonly etag: string;
  readonly lastModified: string;
  readonly isExact: boolean;
}

/** The version's part of an entity tag, which all representations of a version share (docs/adr/0003). */
export const versionTag = (etag: string): string => etag.replaceAll('"', '').split('.')[0] ?? '';

const header = (reply: Reply, name: string): string => {
  const value = reply.headers[name];
  if (typeof value !== 'string') throw new Error(`the answer ${reply.status} has no ${name}`);
  return value;
};

/** What an answer with an ETag proves; `askedAtMs` is the time by the servers' clock before it was asked for. */
export function readSeen(reply: Reply, askedAtMs: number): Seen {
  const etag = header(reply, 'etag');
  const lastModified = header(reply, 'last-modified');
  return {
    tag: versionTag(etag),
    etag,
    lastModified,
    isExact: Date.parse(lastModified) < Math.floor(askedAtMs / 1000) * 1000,
  };
}

const ShownValues = Type.Array(Type.Object({ field_id: Type.Integer(), value: Type.Optional(Type.Unknown()) }));
type ShownValues = Static<typeof ShownValues>;
const Created = Type.Object({ id: Type.Integer() });
const Shown = Type.Object({ values: ShownValues });
const Changesets = Type.Array(Type.Object({ last_comment: Type.Object({ body: Type.String() }), values: ShownValues }));

function readValues({ fields }: Place, body: { values: ShownValues }): Values {
  const read = ({ name, id }: Place['fields'][number]): [string, string] => {
    const value = body.values.find((shown) => shown.field_id === id)?.value;
    return [name, typeof value === 'string' ? value : ''];
  };
  return Object.fromEntries(fields.map(read));
}

const writeValues = ({ fields }: Place, values: Values): { field_id: number; value: string | undefined }[] =>
  fields.filter(({ name }) => name in values).map(({ name, id }) => ({ field_id: id, value: values[name] }));

const readTrailPage = (place: Place, body: string): TrailEntry[] =>
  Value.Parse(Changesets, JSON.parse(body)).map((changeset) => ({
    values: readValues(place, changeset),
    comment: changeset.last_comment.body,
  }));

/** The request of a call about artifact `id`; `seen` is what its precondition was read from. */
export function writeOrder(place: Place, call: ArtifactCall, id: number, seen: Seen | undefined): Order {
  const path = `/api/artifacts/${id}`;
  switch (call.kind) {
    case 'create': {
      const body = { tracker: { id: place.trackerId }, values: writeValues(place, call.values) };
      return { method: 'POST', path: '/api/artifacts', body };
    }
    case 'read': {
      const headers: Record<string, string> =
        call.unless === undefined || seen === undefined ? {} : { 'if-none-match': seen.etag };
      return { method: 'GET', path, headers };
    }
    case 'read history':
      return { method: 'GET', path: `${path}/changesets?order=desc&limit=1` };
    case 'update': {
      const comment = call.comment === '' ? {} : { comment: { body: call.comment, format: 'text' } };
      const headers: Record<string, string> = {};
      if (call.only?.kind === 'tag') headers['if-match'] = seen?.etag ?? '';
      if (call.only?.kind === 'date') headers['if-unmodified-since'] = seen?.lastModified ?? '';
      return { method: 'PUT', path, headers, body: { values: writeValues(place, call.values), ...comment } };
    }
  }
}

/**
 * The model's answer in a reply, with the id of what was created; undefined for a refusal to serve (429 and 5xx), which
 * leaves open what happened. Throws Error for a status that the call can't have.
 */
export function readAnswer(place: Place, call: ArtifactCall, reply: Reply): [ArtifactAnswer, id?: number] | undefined {
  const { status, body } = reply;
  if (status === 429 || status >= 500) return undefined;
  if (status === 404 && call.kind !== 'create') return [{ kind: 'absent' }];
  if (status === 412 && call.kind === 'update') return [{ kind: 'refused', tag: versionTag(header(reply, 'etag')) }];
  if (status === 304 && call.kind === 'read') return [{ kind: 'unchanged' }];
  if (status === 201 && call.kind === 'create')
    return [{ kind: 'created', tag: versionTag(header(reply, 'etag')) }, Value.Parse(Created, JSON.parse(body)).id];
  if (status === 200 && call.kind === 'read history') {
    const [newest] = readTrailPage(place, body);
    const size = Number(header(reply, 'x-pagination-size'));
    return [{ kind: 'history', size, values: newest?.values ?? {}, comment: newest?.comment ?? '' }];
  }
  if (status !== 200 || call.kind === 'create') throw new Error(`${status} to ${JSON.stringify(call)}: ${body}`);
  const values = readValues(place, Value.Parse(Shown, JSON.parse(body)));
  return [{ kind: 'shown', tag: versionTag(header(reply, 'etag')), values }];
}

/** The whole history of an artifact, oldest entry first; none where there is no artifact. Throws Error where it fails. */
export async function fetchTrail(
  connection: Connection,
  baseUrl: string,
  place: Place,
  id: number,
): Promise<TrailEntry[]> {
  const trail: TrailEntry[] = [];
  for (;;) {
    const path = `/api/artifacts/${id}/changesets?limit=50&offset=${trail.length}`;
    const reply = await connection.send(baseUrl, { method: 'GET', path });
    if (typeof reply === 'string') throw new Error(`GET ${path} at ${baseUrl}: ${reply}`);
    if (reply.status === 404) return [];
    if (reply.status !== 200) throw new Error(`GET ${path}: ${reply.status} ${reply.body}`);
    trail.push(...readTrailPage(place, reply.body));
    if (trail.length >= Number(header(reply, 'x-pagination-size'))) return trail;
  }
}
