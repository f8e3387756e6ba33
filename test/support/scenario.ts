// What scenario tests share: rows of requests with what the answer must and must not hold, and the names of the scrum
// sample (trackers, fields, list values) as numbers.
import assert from 'node:assert/strict';
import type { Clock } from '../../src/platform/clock.ts';
import { at, startApp } from './harness.ts';
import type { Answered, Call, TestApp } from './harness.ts';

export interface Row extends Call {
  path: string;
  status: number;
  /** Texts that the body must hold. */
  contains?: readonly string[];
  /** Texts that neither body nor headers may hold. */
  lacks?: readonly string[];
  /** Header values; null: the header must be absent. */
  answers?: Readonly<Record<string, string | RegExp | null>>;
}

/** Sends the row's request and checks its answer. */
export async function expectRow(test: TestApp, row: Row): Promise<Answered> {
  const { path, status, contains = [], lacks = [], answers = {}, ...call } = row;
  const answer = await test.call(path, call);
  const title = `${call.as ?? 'anonymous'} ${call.method ?? 'GET'} ${path}`;
  assert.equal(answer.status, status, `${title}: ${answer.text.slice(0, 600)}`);
  for (const text of contains) assert.ok(answer.text.includes(text), `${title}: no ${text} in ${answer.text}`);
  const whole = lacks.length === 0 ? '' : `${answer.text}\n${JSON.stringify([...answer.headers])}`;
  for (const text of lacks) assert.ok(!whole.includes(text), `${title}: ${text} leaks in ${whole}`);
  for (const [name, wanted] of Object.entries(answers)) {
    const value = answer.headers.get(name);
    const fits = wanted instanceof RegExp ? value !== null && wanted.test(value) : value === wanted;
    assert.ok(fits, `${title}: ${name} is ${value}, not ${String(wanted)}`);
  }
  return answer;
}

/** `call` and `status` in a few words, for titles of tests. */
export const titleOf = (row: Row): string =>
  `${row.status} to ${row.as ?? 'anonymous'}: ${row.method ?? 'GET'} ${row.path}`;

export const sampleFolder = (name: 'scrum' | 'kanban'): string =>
  new URL(`../../samples/${name}`, import.meta.url).pathname;

export interface Scrum {
  test: TestApp;
  tracker(label: string): number;
  field(tracker: string, name: string): number;
  /** Id of a static value, or of the value that stands for a user group. */
  value(tracker: string, field: string, label: string): number;
  user(username: string): Promise<number>;
}

/**
 * An app with the scrum sample (project 101, artifacts 1 to 30), or with the archive in `folder` that was made from it,
 * and with the kanban sample as project 102 when asked.
 */
export async function openScrum(
  options: { clock?: Clock; folder?: string; withKanban?: boolean; settings?: string } = {},
): Promise<Scrum> {
  const test = await startApp({
    archives: [
      options.folder ?? sampleFolder('scrum'),
      ...(options.withKanban === true ? [sampleFolder('kanban')] : []),
    ],
    ...(options.clock === undefined ? {} : { clock: options.clock }),
    ...(options.settings === undefined ? {} : { settings: options.settings }),
  });
  const trackers = listAt((await test.call('/api/projects/101/trackers?limit=50', { as: 'root' })).json);
  const find = (list: readonly unknown[], key: string, wanted: string): unknown => {
    const found = list.find((item) => at(item, key) === wanted);
    assert.ok(found !== undefined, `nothing has the ${key} ${wanted}`);
    return found;
  };
  const field = (tracker: string, name: string): unknown =>
    find(listAt(find(trackers, 'label', tracker), 'fields'), 'name', name);
  return {
    test,
    tracker: (label) => Number(at(find(trackers, 'label', label), 'id')),
    field: (tracker, name) => Number(at(field(tracker, name), 'field_id')),
    value: (tracker, name, label) => Number(at(find(listAt(field(tracker, name), 'values'), 'label', label), 'id')),
    user: async (username) => {
      const query = encodeURIComponent(JSON.stringify({ username }));
      const answer = await test.call(`/api/users?query=${query}`, { as: 'root' });
      return Number(at(answer.json, '0.id'));
    },
  };
}

/** The list at a path, which must be one. */
export function listAt(value: unknown, path?: string): readonly unknown[] {
  const list: unknown = path === undefined ? value : at(value, path);
  if (!Array.isArray(list)) assert.fail(`no list at ${path ?? 'the top'} of ${JSON.stringify(value)?.slice(0, 300)}`);
  return list;
}

/** The entry of an artifact's or changeset's `values` for a field; undefined when there is none. */
export const valueOf = (shown: unknown, fieldId: number): unknown =>
  listAt(shown, 'values').find((entry) => at(entry, 'field_id') === fieldId);
