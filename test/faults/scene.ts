// The numbers that clients need: found once by asking the server.
import { Type } from 'typebox';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { send } from './request.ts';
import type { Line, Order } from './request.ts';

export interface Scene {
  trackerId: number;
  fields: Readonly<Record<'title' | 'description' | 'reports' | 'severity' | 'links' | 'restricted_to', number>>;
  /** Ids of the values of `severity`. */
  severities: readonly number[];
  userId: number;
  /** Ids of people who may be members of groups. */
  people: readonly number[];
  /** A user group for each client. */
  groupIds: readonly string[];
}

const Trackers = Type.Array(
  Type.Object({
    id: Type.Integer(),
    item_name: Type.String(),
    fields: Type.Array(Type.Object({ field_id: Type.Integer(), name: Type.String(), values: Type.Unknown() })),
  }),
);
const WithIds = Type.Array(Type.Object({ id: Type.Integer() }));
const Group = Type.Object({ id: Type.String() });

/** The JSON of an answer; throws Error for any other status than `status`. */
export async function ask<S extends TSchema>(line: Line, order: Order, schema: S, status = 200): Promise<Static<S>> {
  const reply = await send(line, order);
  if (reply.status !== status) throw new Error(`${order.method} ${order.path}: ${reply.status} ${reply.text}`);
  return Value.Parse(schema, JSON.parse(reply.text));
}

/** Reads the scrum sample's tracker of bugs, and makes a user group for each client. */
export async function prepareScene(line: Line, clients: number): Promise<Scene> {
  const trackers = await ask(line, { method: 'GET', path: '/projects/101/trackers?limit=50' }, Trackers);
  const bugs = trackers.find((tracker) => tracker.item_name === 'bug');
  if (bugs === undefined) throw new Error('the sample has no tracker of bugs');
  const fieldOf = (name: string) => {
    const field = bugs.fields.find((candidate) => candidate.name === name);
    if (field === undefined) throw new Error(`the tracker of bugs has no field ${name}`);
    return field;
  };
  const idOf = (name: string): number => fieldOf(name).field_id;
  const members = await ask(line, { method: 'GET', path: '/user_groups/101_3/users?limit=50' }, WithIds);
  const groupIds: string[] = [];
  for (let client = 0; client < clients; client += 1) {
    const body = { project_id: 101, short_name: `crew_${client}` };
    groupIds.push((await ask(line, { method: 'POST', path: '/user_groups', body }, Group, 201)).id);
  }
  return {
    trackerId: bugs.id,
    fields: {
      title: idOf('title'),
      description: idOf('description'),
      reports: idOf('reports'),
      severity: idOf('severity'),
      links: idOf('links'),
      restricted_to: idOf('restricted_to'),
    },
    severities: Value.Parse(WithIds, fieldOf('severity').values)
      .map(({ id }) => id)
      .filter((id) => id !== 100),
    userId: Number(line.credentials['x-auth-userid']),
    people: members.map(({ id }) => id),
    groupIds,
  };
}
