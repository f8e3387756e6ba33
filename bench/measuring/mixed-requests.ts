// What many people do in one hour with many artifacts, drawn so that every run sends the same.
import { personName, people, projects } from '../content/many-projects.ts';
import type { Order } from '../clients/single-request.ts';

/** A project of the run, as its server knows it. */
export interface DrawnProject {
  trackerId: number;
  /** An int field. */
  changedFieldId: number;
  artifactIds: readonly number[];
}

export type Kind = 'read' | 'list' | 'change';

export interface DrawnOrder {
  kind: Kind;
  order: Order;
}

/** Of a hundred requests; all others read one artifact. */
const shares = { list: 5, change: 5 };
const pages = 5;
const pageSize = 50;

const modulus = 2 ** 31 - 1;

/** Numbers from 0 to below 1 that depend on the seed alone, by Lehmer's generator; `seed` from 1. */
export function createDraw(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % modulus) / modulus;
}

/** Draws from 0 to below `count` by a Zipf law with s = 1: the n-th is drawn 1/n as often as the first. */
function createZipf(count: number, draw: () => number): () => number {
  const sums = new Float64Array(count);
  for (let index = 0, sum = 0; index < count; index += 1) sums[index] = sum += 1 / (index + 1);
  const whole = sums[count - 1] ?? 0;
  return () => {
    const wanted = draw() * whole;
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? whole) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

function shuffle<T>(all: T[], draw: () => number): T[] {
  for (let index = all.length - 1; index > 0; index -= 1) {
    const other = Math.floor(draw() * (index + 1));
    const [one, two] = [all[index], all[other]];
    if (one !== undefined && two !== undefined) [all[index], all[other]] = [two, one];
  }
  return all;
}

export const listPaths = ({ trackerId }: DrawnProject): string[] => {
  const path = `/api/trackers/${trackerId}/artifacts?limit=${pageSize}`;
  const query = encodeURIComponent('status = "Done" AND summary = "order"');
  return [
    ...Array.from({ length: pages }, (_, page) => `${path}&offset=${page * pageSize}&values=all`),
    ...Array.from({ length: pages }, (_, page) => `${path}&offset=${page * pageSize}&expert_query=${query}`),
  ];
};

function writeBody(fieldId: number, isComment: boolean): string {
  return isComment
    ? '{"values":[],"comment":{"body":"seen in ########","format":"text"}}'
    : `{"values":[{"field_id":${fieldId},"value":########}]}`;
}

/** Draws so many requests; `headers` has those of each person. */
export function drawOrders(
  drawn: readonly DrawnProject[],
  headers: ReadonlyMap<string, Record<string, string>>,
  count: number,
  seed = 1,
): DrawnOrder[] {
  const draw = createDraw(seed);
  const places = shuffle(
    drawn.flatMap(({ artifactIds }, project) => artifactIds.map((id) => ({ id, project }))),
    draw,
  );
  const nextPlace = createZipf(places.length, draw);
  const who = (project: number, isChange: boolean): Record<string, string> => {
    const { access, members } = projects[project] ?? { access: 'private', members: [] };
    const among = access === 'public' && !isChange ? people : members;
    return headers.get(among[Math.floor(draw() * among.length)] ?? personName(0)) ?? {};
  };
  return Array.from({ length: count }, (): DrawnOrder => {
    const { id, project } = places[nextPlace()] ?? { id: 0, project: 0 };
    const lot = draw() * 100;
    const its = drawn[project];
    if (its === undefined) throw new Error(`there is no project ${project}`);
    if (lot < shares.list) {
      const paths = listPaths(its);
      const path = paths[Math.floor(draw() * paths.length)] ?? '';
      return { kind: 'list', order: { path, headers: who(project, false) } };
    }
    const path = `/api/artifacts/${id}`;
    if (lot >= shares.list + shares.change) return { kind: 'read', order: { path, headers: who(project, false) } };
    const body = writeBody(its.changedFieldId, draw() < 0.5);
    return { kind: 'change', order: { method: 'PUT', path, headers: who(project, true), body } };
  });
}
