// Clients that write all the time and keep the ledger: artifacts with comments and links, preferences, members of
// groups, access keys and tokens.
import { Agent } from 'node:http';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { testPassword } from '../support/harness.ts';
import { listArtifactIds } from './ledger.ts';
import type { ArtifactWrite, Ledger, Register, WrittenValues } from './ledger.ts';
import { createRandom } from './random.ts';
import type { Random } from './random.ts';
import { send } from './request.ts';
import type { Line, Order, Reply } from './request.ts';
import type { Scene } from './scene.ts';

export interface Shift {
  /** Servers that the clients are spread over; one that is gone ends the shift of its clients. */
  bases: readonly string[];
  credentials: Readonly<Record<string, string>>;
  scene: Scene;
  ledger: Ledger;
  clients: number;
  seed: number;
  /** Called after each answer; true ends the shift. */
  onAnswer(reply: Reply): boolean;
}

interface Client {
  shift: Shift;
  line: Line;
  number: number;
  random: Random;
}

/** How many of the newest artifacts are changed: few, so that clients meet and histories grow. */
const changedAtOnce = 12;

/** Writes until `onAnswer` ends it, or the servers are gone. */
export async function runShift(shift: Shift): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  let isOver = false;
  const run = async (number: number): Promise<void> => {
    const base = shift.bases[number % shift.bases.length] ?? '';
    const line = { base, credentials: shift.credentials, agent };
    const client = { shift, line, number, random: createRandom(shift.seed + number) };
    while (!isOver) {
      const reply = await chooseWork(client)();
      if (reply === undefined || shift.onAnswer(reply)) isOver = true;
    }
  };
  await Promise.all(Array.from({ length: shift.clients }, (_, number) => run(number)));
  agent.destroy();
}

/** Gives the answer, or undefined where none came. */
type Work = () => Promise<Reply | undefined>;

function chooseWork(client: Client): Work {
  const { ledger } = client.shift;
  const kind = client.random.below(20);
  const register = (wanted: Register['kind']): Register => {
    const found = ledger.registers.find((one) => one.kind === wanted && one.client === client.number);
    if (found === undefined) throw new Error(`the ledger has no ${wanted} of client ${client.number}`);
    return found;
  };
  if (kind === 0) return () => changeMembers(client, register('members'));
  if (kind === 1) return () => changeAccessKey(client, register('access-key'));
  if (kind === 2 && client.number === 0) return () => changeToken(client, register('token'));
  if (kind <= 4) return () => changePreference(client, register('preference'));
  const ids = listArtifactIds(ledger).slice(-changedAtOnce);
  if (kind <= 8 || ids.length === 0) return () => createArtifact(client, ids);
  return () => updateArtifact(client, client.random.pick(ids), ids);
}

/** The answer, which is noted as a surprise where it is neither `wanted` nor a refusal of a server that can't just now. */
async function order({ line, shift }: Client, wanted: number, request: Order): Promise<Reply | undefined> {
  let reply: Reply;
  try {
    reply = await send(line, request);
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
  if (reply.status === wanted) shift.ledger.acknowledged += 1;
  else {
    shift.ledger.refused += 1;
    if (reply.status !== 503)
      shift.ledger.surprises.push(`${request.method} ${request.path} was answered ${reply.status}: ${reply.text}`);
  }
  return reply;
}

function drawValues({ random, shift }: Client, linkable: readonly number[]): WrittenValues {
  const linkCount = linkable.length === 0 ? 0 : random.below(3);
  const links = Array.from({ length: linkCount }, () => random.pick(linkable));
  return {
    reports: random.below(1_000_000),
    severity: random.pick(shift.scene.severities),
    links: [...new Set(links)].sort((a, b) => a - b),
    groups: random.below(4) === 0 ? ['101_3'] : [],
  };
}

function writeValues({ fields }: Scene, marker: string, values: WrittenValues): unknown[] {
  return [
    { field_id: fields.title, value: marker },
    { field_id: fields.description, value: { content: `what happens: ${marker}`, format: 'text' } },
    { field_id: fields.reports, value: values.reports },
    { field_id: fields.severity, bind_value_ids: [values.severity] },
    { field_id: fields.links, links: values.links.map((id) => ({ id, type: '' })) },
    { field_id: fields.restricted_to, value: { granted_groups: values.groups } },
  ];
}

function enter(client: Client, artifactId: number | undefined, values: WrittenValues): ArtifactWrite {
  const { writes } = client.shift.ledger;
  const serial = writes.length;
  const marker = `write ${serial} of client ${client.number}`;
  const isCreation = artifactId === undefined;
  const write: ArtifactWrite = {
    marker,
    client: client.number,
    serial,
    isCreation,
    artifactId,
    values,
    outcome: 'pending',
  };
  writes.push(write);
  return write;
}

const outcomeOf = (reply: Reply | undefined, wanted: number): ArtifactWrite['outcome'] =>
  reply === undefined ? 'unknown' : reply.status === wanted ? 'acknowledged' : 'refused';

const Created = Type.Object({ id: Type.Integer() });

async function createArtifact(client: Client, linkable: readonly number[]): Promise<Reply | undefined> {
  const { scene } = client.shift;
  const write = enter(client, undefined, drawValues(client, linkable));
  const body = { tracker: { id: scene.trackerId }, values: writeValues(scene, write.marker, write.values) };
  const reply = await order(client, 201, { method: 'POST', path: '/artifacts', body });
  if (reply?.status === 201) write.artifactId = Value.Parse(Created, JSON.parse(reply.text)).id;
  write.outcome = outcomeOf(reply, 201);
  return reply;
}

async function updateArtifact(client: Client, id: number, linkable: readonly number[]): Promise<Reply | undefined> {
  const others = linkable.filter((other) => other !== id);
  const write = enter(client, id, drawValues(client, others));
  const body = {
    values: writeValues(client.shift.scene, write.marker, write.values),
    comment: { body: write.marker, format: 'text' },
  };
  const reply = await order(client, 200, { method: 'PUT', path: `/artifacts/${id}`, body });
  write.outcome = outcomeOf(reply, 200);
  return reply;
}

/** Sets the register by the request; the next value is the current one where the server acknowledges it. */
async function change(
  client: Client,
  register: Register,
  next: string,
  request: Order,
  wanted = 200,
): Promise<Reply | undefined> {
  register.pending = next;
  const reply = await order(client, wanted, request);
  if (reply === undefined) return undefined;
  register.pending = undefined;
  if (reply.status === wanted) register.current = next;
  return reply;
}

function changePreference(client: Client, register: Register): Promise<Reply | undefined> {
  const key = `faults.${client.number}`;
  const path = `/users/${client.shift.scene.userId}/preferences`;
  if (register.current !== '' && client.random.below(3) === 0) {
    return change(client, register, '', { method: 'DELETE', path: `${path}?key=${key}` });
  }
  const value = `setting ${client.random.below(1_000_000)}`;
  return change(client, register, value, { method: 'PATCH', path, body: { key, value } });
}

async function changeMembers(client: Client, register: Register): Promise<Reply | undefined> {
  const { people, groupIds } = client.shift.scene;
  const drawn = people.filter(() => client.random.below(2) === 0).sort((a, b) => a - b);
  const next = drawn.join();
  const body = { user_references: drawn.map((id) => ({ id })) };
  const path = `/user_groups/${groupIds[client.number]}/users`;
  const isChange = next !== register.current;
  const reply = await change(client, register, next, { method: 'PUT', path, body });
  if (reply?.status === 200 && isChange) client.shift.ledger.rightsChanges += 1;
  return reply;
}

const Identifier = Type.Object({ identifier: Type.String() });

async function changeAccessKey(client: Client, register: Register): Promise<Reply | undefined> {
  if (register.current !== '') {
    return change(client, register, '', { method: 'DELETE', path: `/access_keys/${register.handle}` });
  }
  const description = `key of client ${client.number}, ${client.random.below(1_000_000)}`;
  const request = { method: 'POST', path: '/access_keys', body: { description, scopes: ['write:rest'] } };
  const reply = await change(client, register, description, request, 201);
  if (reply?.status !== 201) return reply;
  register.handle = /^tlp-k1-(\d+)[.]/.exec(Value.Parse(Identifier, JSON.parse(reply.text)).identifier)?.[1] ?? '';
  return reply;
}

const NewToken = Type.Object({ token: Type.String() });

/** A token whose making was not answered is unknown to everybody, so only one with an answer can be looked for. */
async function changeToken(client: Client, register: Register): Promise<Reply | undefined> {
  if (register.current !== '') {
    return change(client, register, '', { method: 'DELETE', path: `/tokens/${register.handle}` });
  }
  const body = { username: 'ana', password: testPassword };
  const reply = await order(client, 200, { method: 'POST', path: '/tokens', body });
  if (reply?.status !== 200) return reply;
  register.handle = Value.Parse(NewToken, JSON.parse(reply.text)).token;
  register.current = 'valid';
  return reply;
}
