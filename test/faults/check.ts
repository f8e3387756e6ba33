// Compares a server with the ledger over HTTP: what was acknowledged is there, nothing is half there, and nothing is
// there that nobody wrote. What is found of unknown writes must stay so.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Value } from 'typebox/value';
import type { ArtifactWrite, Ledger, Register } from './ledger.ts';
import { send } from './request.ts';
import type { Line } from './request.ts';
import { ask } from './scene.ts';
import type { Scene } from './scene.ts';

const Shown = Type.Object({
  field_id: Type.Integer(),
  value: Type.Optional(Type.Unknown()),
  bind_value_ids: Type.Optional(Type.Unknown()),
  links: Type.Optional(Type.Unknown()),
  granted_groups_ids: Type.Optional(Type.Unknown()),
});
const Changeset = Type.Object({
  id: Type.Integer(),
  last_comment: Type.Object({ body: Type.String() }),
  values: Type.Array(Shown),
});
const Changesets = Type.Array(Changeset);
const Titled = Type.Object({ id: Type.Integer(), title: Type.Union([Type.String(), Type.Null()]) });
const People = Type.Array(Type.Object({ id: Type.Integer() }));
const Preference = Type.Object({ value: Type.Union([Type.String(), Type.Literal(false)]) });
const Keys = Type.Array(Type.Object({ id: Type.Integer(), description: Type.String() }));

const pageMax = 50;

/** One sentence for each thing that is wrong. `firstSerial`: artifacts that only have older writes are left out. */
export async function checkServer(line: Line, scene: Scene, ledger: Ledger, firstSerial = 0): Promise<string[]> {
  const findings = ledger.surprises.splice(0);
  findings.push(...(await placeCreations(line, scene, ledger)));
  const byArtifact = Map.groupBy(
    ledger.writes.filter((write) => write.artifactId !== undefined),
    (write) => write.artifactId,
  );
  for (const [id, writes] of byArtifact) {
    if (id === undefined || !writes.some((write) => write.serial >= firstSerial)) continue;
    findings.push(...(await checkArtifact(line, scene, id, writes)));
  }
  for (const register of ledger.registers) findings.push(...(await checkRegister(line, scene, register)));
  return findings;
}

/** Finds out which artifacts came of creations without an answer: the newest of the tracker that nobody knows. */
async function placeCreations(line: Line, scene: Scene, ledger: Ledger): Promise<string[]> {
  const known = new Set(ledger.writes.map((write) => write.artifactId));
  const open = ledger.writes.filter((write) => write.isCreation && write.outcome === 'unknown');
  const findings: string[] = [];
  const path = `/trackers/${scene.trackerId}/artifacts?limit=${pageMax}&order=desc&offset=`;
  const firstOwn = Math.min(...ledger.writes.flatMap((write) => write.artifactId ?? []));
  for (let offset = 0; ; offset += pageMax) {
    const page = await ask(line, { method: 'GET', path: `${path}${offset}` }, Type.Array(Titled));
    const strangers = page.filter(({ id }) => id > firstOwn && !known.has(id));
    for (const { id, title } of strangers) {
      const write = open.find((candidate) => candidate.marker === title);
      if (write === undefined || write.artifactId !== undefined)
        findings.push(`artifact ${id}, "${title}", is there and nobody made it`);
      else write.artifactId = id;
    }
    // Ids are given in order, so what is older than a page without strangers was looked at by earlier checks.
    if (page.length < pageMax || strangers.length === 0) break;
  }
  for (const write of open) if (write.artifactId === undefined) write.outcome = 'absent';
  return findings;
}

async function listChangesets(line: Line, id: number): Promise<Static<typeof Changesets>> {
  const all: Static<typeof Changesets> = [];
  for (;;) {
    const path = `/artifacts/${id}/changesets?limit=${pageMax}&offset=${all.length}`;
    const page = await ask(line, { method: 'GET', path }, Changesets);
    all.push(...page);
    if (page.length < pageMax) return all;
  }
}

async function checkArtifact(
  line: Line,
  scene: Scene,
  id: number,
  writes: readonly ArtifactWrite[],
): Promise<string[]> {
  const reply = await send(line, { method: 'GET', path: `/artifacts/${id}` });
  if (reply.status !== 200) return [`acknowledged artifact ${id} is gone: ${reply.status} ${reply.text}`];
  const changesets = await listChangesets(line, id);
  const findings: string[] = [];
  const say = (what: string): void => void findings.push(`artifact ${id}: ${what}`);
  const shown = (changeset: Static<typeof Changeset>, field: keyof Scene['fields']): Static<typeof Shown> | undefined =>
    changeset.values.find((value) => value.field_id === scene.fields[field]);
  const byMarker = Map.groupBy(changesets, (changeset) => String(shown(changeset, 'title')?.value));
  for (const write of writes) {
    const found = byMarker.get(write.marker) ?? [];
    byMarker.delete(write.marker);
    const [changeset] = found;
    if (found.length > 1) say(`"${write.marker}" is there ${found.length} times`);
    const mustBeThere = write.outcome === 'acknowledged' || write.outcome === 'seen';
    if (mustBeThere && changeset === undefined) say(`the ${write.outcome} "${write.marker}" is lost`);
    const mustBeAbsent = write.outcome === 'refused' || write.outcome === 'absent';
    if (mustBeAbsent && changeset !== undefined) say(`the ${write.outcome} "${write.marker}" is there`);
    if (changeset !== undefined) for (const part of compareWrite(scene, write, changeset)) say(part);
    if (write.outcome === 'unknown') write.outcome = changeset === undefined ? 'absent' : 'seen';
  }
  for (const marker of byMarker.keys()) say(`"${marker}" is there and nobody wrote it`);
  findings.push(...checkOrder(id, changesets, shown, writes));
  const last = changesets.at(-1);
  const { title } = Value.Parse(Titled, JSON.parse(reply.text));
  if (last !== undefined && shown(last, 'title')?.value !== title)
    say(`its title is "${title}", its last changeset says something else`);
  return findings;
}

/** A client waits for each answer, so its writes follow each other as it sent them. */
function checkOrder(
  id: number,
  changesets: readonly Static<typeof Changeset>[],
  shown: (changeset: Static<typeof Changeset>, field: 'title') => Static<typeof Shown> | undefined,
  writes: readonly ArtifactWrite[],
): string[] {
  const places = new Map(changesets.map((changeset, place) => [String(shown(changeset, 'title')?.value), place]));
  const findings: string[] = [];
  const latest = new Map<number, number>();
  for (const write of writes) {
    const place = places.get(write.marker);
    if (place === undefined) continue;
    if (place < (latest.get(write.client) ?? -1)) findings.push(`artifact ${id}: "${write.marker}" stands too early`);
    latest.set(write.client, place);
  }
  return findings;
}

const idsIn = (list: unknown): string =>
  Array.isArray(list)
    ? list
        .map((item: unknown) => Number(typeof item === 'object' && item !== null && 'id' in item ? item.id : item))
        .sort((a, b) => a - b)
        .join()
    : '';

function compareWrite(scene: Scene, write: ArtifactWrite, changeset: Static<typeof Changeset>): string[] {
  const valueOf = (field: keyof Scene['fields'], key: Exclude<keyof Static<typeof Shown>, 'field_id'>): unknown =>
    changeset.values.find((value) => value.field_id === scene.fields[field])?.[key];
  const parts: [name: string, found: string, due: string][] = [
    ['comment', changeset.last_comment.body, write.isCreation ? '' : write.marker],
    ['description', String(valueOf('description', 'value')), `what happens: ${write.marker}`],
    ['reports', String(valueOf('reports', 'value')), String(write.values.reports)],
    ['severity', idsIn(valueOf('severity', 'bind_value_ids')), String(write.values.severity)],
    ['links', idsIn(valueOf('links', 'links')), write.values.links.join()],
    ['groups', JSON.stringify(valueOf('restricted_to', 'granted_groups_ids')), JSON.stringify(write.values.groups)],
  ];
  return parts
    .filter(([, found, due]) => found !== due)
    .map(([name, found, due]) => `"${write.marker}" is half written: its ${name} is "${found}", not "${due}"`);
}

async function checkRegister(line: Line, scene: Scene, register: Register): Promise<string[]> {
  const found = await readRegister(line, scene, register);
  const { kind, client, current, pending } = register;
  if (found !== current && found !== pending)
    return [`the ${kind} of client ${client} is "${found}"; acknowledged is "${current}", tried "${pending ?? ''}"`];
  register.current = found;
  register.pending = undefined;
  return [];
}

async function readRegister(line: Line, { userId, groupIds }: Scene, register: Register): Promise<string> {
  const { kind, client } = register;
  if (kind === 'preference') {
    const path = `/users/${userId}/preferences?key=faults.${client}`;
    const { value } = await ask(line, { method: 'GET', path }, Preference);
    return value === false ? '' : value;
  }
  if (kind === 'members') {
    const path = `/user_groups/${groupIds[client]}/users?limit=50`;
    return idsIn(await ask(line, { method: 'GET', path }, People));
  }
  if (kind === 'access-key') {
    const keys = await ask(line, { method: 'GET', path: `/users/${userId}/access_keys` }, Keys);
    const own = keys.filter(({ description }) => description.startsWith(`key of client ${client},`));
    register.handle = String(own[0]?.id ?? '');
    return own.map(({ description }) => description).join();
  }
  if (register.handle === '') return '';
  const credentials = { ...line.credentials, 'x-auth-token': register.handle };
  const { status } = await send({ ...line, credentials }, { method: 'GET', path: `/users/${userId}` });
  return status === 200 ? 'valid' : '';
}
