// What every row is measured on: the filled server, a signed-in member, and which artifact serves for what.
import { join } from 'node:path';
import { Type } from 'typebox';
import { password } from '../content/filled-folder.ts';
import { memberName, projectName } from '../content/project-archive.ts';
import { requestJson, sendRequest } from '../clients/single-request.ts';
import type { Worker, Workplace } from './workplace.ts';

const Token = Type.Object({ user_id: Type.String(), token: Type.String() });
const Projects = Type.Array(Type.Object({ id: Type.Integer(), shortname: Type.String() }));
const Trackers = Type.Array(
  Type.Object({
    id: Type.Integer(),
    fields: Type.Array(Type.Object({ field_id: Type.Integer(), name: Type.String() })),
  }),
);
const Artifacts = Type.Array(Type.Object({ id: Type.Integer() }));

const pageMax = 1000;

/** How long and how often. */
export interface Pace {
  rounds: number;
  durationMs: number;
  warmUpMs: number;
}

export interface Scene {
  pace: Pace;
  tepalPort: number;
  tepalPid: number | undefined;
  /** Of a database that is a server of its own. */
  databasePid?: number | undefined;
  /** Measures from outside the server. */
  loadClient: Worker;
  bareServer: Worker;
  commitLoop: Worker;
  /** On the same disk as the data folder. */
  commitFile: string;
  /** Headers of a signed-in project member. */
  tokenHeaders: Record<string, string>;
  trackerId: number;
  /** Artifacts that are read again and again: the first of the tracker. */
  hotIds: readonly number[];
  /** Artifacts that nothing reads but the row about first reads. */
  coldIds: readonly number[];
  /** Artifacts that are changed; enough for every client to have its own. */
  changedIds: readonly number[];
  /** An int field. */
  changedFieldId: number;
  newcomers: readonly string[];
  /** Signs people in beside what the load client measures. */
  signInClient: Worker;
  /** Accounts that never signed in, for each number of clients that read meanwhile. */
  guests: ReadonlyMap<number, readonly string[]>;
}

/** Starts the processes that every scene has besides its server. */
export const startTools = (workplace: Workplace) => ({
  loadClient: workplace.startWorker('clients/load-client.ts'),
  signInClient: workplace.startWorker('clients/load-client.ts'),
  bareServer: workplace.startWorker('servers/bare-server.ts'),
  commitLoop: workplace.startWorker('servers/commit-loop.ts'),
  commitFile: join(workplace.folder, 'commit-loop.sqlite'),
});

/** Signs a member in, an administrator of the project by default. */
export async function signIn(port: number, username = memberName(0)): Promise<Record<string, string>> {
  const body = JSON.stringify({ username, password });
  const headers = { 'Content-Type': 'application/json' };
  const { user_id, token } = await requestJson(port, { method: 'POST', path: '/api/tokens', headers, body }, Token);
  return { 'X-Auth-UserId': user_id, 'X-Auth-Token': token };
}

/** What a browser sends with the requests of a page: a new session of the same member. Throws Error where it is not begun. */
export async function beginSession(port: number, username = memberName(0)): Promise<Record<string, string>> {
  const body = JSON.stringify({ username, password });
  const headers = { 'Content-Type': 'application/json' };
  const { rawHeaders } = await sendRequest(port, { method: 'POST', path: '/api/sessions', headers, body });
  const at = rawHeaders.findIndex((name) => name.toLowerCase() === 'set-cookie');
  const [cookie] = rawHeaders[at + 1]?.split(';') ?? [];
  if (at < 0 || cookie === undefined) throw new Error('no session was begun');
  return { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' };
}

/** The one tracker of a generated project, and its field `points`. Throws Error where it is not there. */
export async function findTracker(
  port: number,
  headers: Record<string, string>,
  name = projectName,
): Promise<{ trackerId: number; changedFieldId: number }> {
  const query = encodeURIComponent(JSON.stringify({ shortname: name }));
  const projects = await requestJson(port, { path: `/api/projects?query=${query}`, headers }, Projects);
  const project = projects.find(({ shortname }) => shortname === name);
  if (project === undefined) throw new Error('the imported project is not among the projects');
  const [tracker] = await requestJson(port, { path: `/api/projects/${project.id}/trackers`, headers }, Trackers);
  const field = tracker?.fields.find(({ name }) => name === 'points');
  if (tracker === undefined || field === undefined) throw new Error('the imported tracker has no field points');
  return { trackerId: tracker.id, changedFieldId: field.field_id };
}

/** Ids of all artifacts of a tracker. */
export async function listArtifactIds(
  port: number,
  headers: Record<string, string>,
  trackerId: number,
): Promise<number[]> {
  const ids: number[] = [];
  for (;;) {
    const path = `/api/trackers/${trackerId}/artifacts?limit=${pageMax}&offset=${ids.length}`;
    const page = await requestJson(port, { path, headers }, Artifacts);
    ids.push(...page.map(({ id }) => id));
    if (page.length < pageMax) return ids;
  }
}

export interface SceneParts {
  pace: Pace;
  tepalPort: number;
  tepalPid: number | undefined;
  databasePid?: number | undefined;
  loadClient: Worker;
  bareServer: Worker;
  commitLoop: Worker;
  commitFile: string;
  /** What the archive had; anything else in the tracker is an error. */
  artifactCount: number;
  hotCount: number;
  changedCount: number;
  newcomers: readonly string[];
  signInClient: Worker;
  guests: ReadonlyMap<number, readonly string[]>;
}

/** Signs in and divides the artifacts. Throws Error when the server doesn't hold what was imported. */
export async function prepareScene(parts: SceneParts): Promise<Scene> {
  const { artifactCount, hotCount, changedCount, ...kept } = parts;
  const tokenHeaders = await signIn(parts.tepalPort);
  const tracker = await findTracker(parts.tepalPort, tokenHeaders);
  const all = await listArtifactIds(parts.tepalPort, tokenHeaders, tracker.trackerId);
  // What rows before a new start made comes after what was imported.
  if (all.length < artifactCount) throw new Error(`${all.length} artifacts are there instead of ${artifactCount}`);
  const ids = all.slice(0, artifactCount);
  return {
    ...kept,
    ...tracker,
    tokenHeaders,
    hotIds: ids.slice(0, hotCount),
    coldIds: ids.slice(hotCount, ids.length - changedCount),
    changedIds: ids.slice(ids.length - changedCount),
  };
}
