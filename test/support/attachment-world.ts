// What the tests of attachments share: the scrum sample with a field of files, and ways to fill it.
import assert from 'node:assert/strict';
import { at, headerOf } from './harness.ts';
import type { Answered, TestApp } from './harness.ts';
import { listAt, openScrum, valueOf } from './scenario.ts';
import type { Scrum } from './scenario.ts';

export interface Files {
  scrum: Scrum;
  test: TestApp;
  /** The field of bugs that holds files. */
  fieldId: number;
  /** Adds a bug and gives its id. */
  addBug(as?: string): Promise<number>;
  /** Sets the value of its files. */
  attach(artifactId: number, ids: readonly unknown[], as?: string): Promise<Answered>;
  /** What GET shows of them. */
  shown(artifactId: number): Promise<unknown[]>;
  /** Uploads a file in numbered chunks; gives its id. */
  upload(content: Uint8Array, facts?: { name?: string; type?: string; as?: string }): Promise<number>;
  /** A bug with one file: the ids of both. */
  addBugWith(content: Uint8Array, facts?: { name?: string; type?: string }): Promise<{ bug: number; file: number }>;
}

export const base64 = (text: string | Uint8Array): string => Buffer.from(text).toString('base64');

/** Bytes that differ from place to place, so that parts in the wrong order are noticed. */
export const makeBytes = (length: number): Buffer => Buffer.alloc(length, 'a pattern of 31 bytes, repeated');

const chunkBytes = 1_048_576;

/** The scrum sample on a server of its own. */
export async function openFiles(options: Parameters<typeof openScrum>[0] = {}): Promise<Files> {
  const scrum = await openScrum(options);
  const { test } = scrum;
  const fieldId = scrum.field('Bugs', 'attachments');
  const attach: Files['attach'] = (id, ids, as = 'ana') =>
    test.call(`/api/artifacts/${id}`, {
      method: 'PUT',
      as,
      body: { values: [{ field_id: fieldId, value: ids }] },
    });
  const addBug: Files['addBug'] = async (as = 'ana') => {
    const values = ['title', 'description'].map((name) => ({ field_id: scrum.field('Bugs', name), value: 'a bug' }));
    const body = { tracker: { id: scrum.tracker('Bugs') }, values };
    const answer = await test.call('/api/artifacts', { method: 'POST', as, body });
    assert.equal(answer.status, 201, answer.text);
    return Number(at(answer.json, 'id'));
  };
  const upload: Files['upload'] = async (content, { name = 'notes.txt', type = 'text/plain', as = 'ana' } = {}) => {
    const chunk = (number: number): string => base64(content.subarray((number - 1) * chunkBytes, number * chunkBytes));
    const body = { name, mimetype: type, content: chunk(1) };
    const made = await test.call('/api/artifact_temporary_files', { method: 'POST', as, body });
    assert.equal(made.status, 201, made.text);
    const id = Number(at(made.json, 'id'));
    for (let number = 2; (number - 1) * chunkBytes < content.length; number += 1) {
      const more = { content: chunk(number), offset: number };
      const answer = await test.call(`/api/artifact_temporary_files/${id}`, { method: 'PUT', as, body: more });
      assert.equal(answer.status, 200, answer.text);
    }
    return id;
  };
  return {
    scrum,
    test,
    fieldId,
    attach,
    addBug,
    upload,
    async shown(id) {
      const answer = await test.call(`/api/artifacts/${id}`, { as: 'ana' });
      const value = valueOf(answer.json, fieldId);
      return value === undefined ? [] : [...listAt(value, 'file_descriptions')];
    },
    async addBugWith(content, facts) {
      const [bug, file] = [await addBug(), await upload(content, facts)];
      const answer = await attach(bug, [file]);
      assert.equal(answer.status, 200, answer.text);
      return { bug, file };
    },
  };
}

/** The bytes of an answer, which `call` has read as text. */
export async function download(
  test: TestApp,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
  const response = await fetch(test.base + path, { headers });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** A header with credentials for requests that are not made by `call`. */
export async function credentialsOf(test: TestApp, username: string): Promise<Record<string, string>> {
  const { issueToken } = await import('./harness.ts');
  // The first call gives people of archives the test password.
  headerOf(await test.call('/api/users/self', { as: username }), 'content-type');
  return issueToken(test.app, username);
}
