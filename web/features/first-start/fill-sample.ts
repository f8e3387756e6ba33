// Fills the sample project by the API, in the language of who makes it.
import { api, settle, take } from '../../platform/api.ts';
import type { Schemas } from '../../platform/api.ts';
import { isRecord } from '../../platform/loose.ts';
import { serverNowMs } from '../../platform/clock.ts';
import { t } from '../../platform/i18n.ts';
import { sampleThings } from './sample-things.ts';
import type { SampleThing, SampleValue } from './sample-things.ts';

type Field = Schemas['TrackerField'];
type Value = Schemas['SubmittedValue'];

interface Scene {
  trackers: ReadonlyMap<string, { id: number; fields: readonly Field[] }>;
  /** Ids of artifacts by key. */
  made: Map<string, number>;
  userId: number;
}

const dayMs = 86_400_000;

/** The server's names of trackers and fields are the template's. Throws where one is missing, and what the API refuses. */
export async function fillSample(projectId: number, userId: number, onPart: (part: number) => void): Promise<void> {
  const query = { limit: 50, representation: 'full' as const };
  const listed = await take(api.GET('/projects/{id}/trackers', { params: { path: { id: projectId }, query } }));
  const trackers = new Map(
    listed.flatMap((tracker) => ('fields' in tracker ? [[tracker.item_name, tracker] as const] : [])),
  );
  const scene: Scene = { trackers, made: new Map(), userId };
  for (const [index, thing] of sampleThings.entries()) {
    onPart(index / sampleThings.length);
    await make(scene, thing);
  }
}

async function make(scene: Scene, { key, tracker: name, values, states }: SampleThing): Promise<void> {
  const tracker = scene.trackers.get(name);
  if (tracker === undefined) throw new Error(`the sample has no tracker ${name}`);
  const write = (field: string, value: SampleValue): Value =>
    writeValue(scene, findField(tracker.fields, field), value);
  const written = Object.entries(values).map(([field, value]) => write(field, value));
  const { id } = await take(api.POST('/artifacts', { body: { tracker: { id: tracker.id }, values: written } }));
  scene.made.set(key, id);
  for (const choice of states) {
    const body = { values: [write('status', { choice })] };
    await settle(api.PUT('/artifacts/{id}', { params: { path: { id } }, body }));
  }
}

function findField(fields: readonly Field[], name: string): Field {
  const field = fields.find((one) => one.name === name);
  if (field === undefined) throw new Error(`the sample has no field ${name}`);
  return field;
}

function writeValue({ made, userId }: Scene, field: Field, value: SampleValue): Value {
  const { field_id } = field;
  if ('text' in value) return { field_id, value: t(value.text) };
  if ('number' in value) return { field_id, value: value.number };
  if ('day' in value)
    return { field_id, value: new Date(serverNowMs() + value.day * dayMs).toISOString().slice(0, 10) };
  if ('mine' in value) return { field_id, bind_value_ids: [userId] };
  if ('choice' in value) return { field_id, bind_value_ids: [findChoice(field, value.choice)] };
  const ids = value.links.flatMap((key) => made.get(key) ?? []);
  return { field_id, links: ids.map((id) => ({ id, type: value.type })) };
}

function findChoice({ name, values }: Field, label: string): number {
  const known: readonly unknown[] = Array.isArray(values) ? values : [];
  const found = known.find((one) => isRecord(one) && one['label'] === label);
  const id: unknown = isRecord(found) ? found['id'] : undefined;
  if (typeof id !== 'number') throw new Error(`${name} of the sample has no value ${label}`);
  return id;
}
