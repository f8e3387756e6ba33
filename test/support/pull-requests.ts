// A repository with branches of its own for each thing that is tested of pull requests.
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { at, startApp, testPassword } from './harness.ts';
import type { TestApp } from './harness.ts';
import { pushSampleCode } from './sample-code.ts';
import type { SampleCode } from './sample-code.ts';
import { expectRow, sampleFolder } from './scenario.ts';

export interface Pulls {
  test: TestApp;
  code: SampleCode;
  /** Below `/api/`; gives the answer's JSON, and fails for another status. */
  send(method: string, path: string, as: string, status: number, body?: object): Promise<unknown>;
  get(path: string, as?: string, status?: number): Promise<unknown>;
  show(id: number): Promise<unknown>;
  /** A branch with a commit of its own, pushed. */
  begin(branch: string, files: Record<string, string>, from?: string, message?: string): Promise<void>;
  /** A pull request; gives its id. */
  request(branch: string, into?: string, as?: string): Promise<number>;
  /** Replaces who writes, and so rewinds, and what patterns say. */
  permit(write: string[], patterns?: object[]): Promise<unknown>;
  /** The clone has `main` as the server has it. */
  catchUp(): Promise<void>;
  urlOf(as: string): string;
  close(): Promise<void>;
}

/** The scrum sample with the sample code; `stranger` is in no project. Members write and rewind. */
export async function openPulls({ withKanban = false } = {}): Promise<Pulls> {
  const archives = [sampleFolder('scrum'), ...(withKanban ? [sampleFolder('kanban')] : [])];
  const test = await startApp({ archives });
  await test.addUser('stranger');
  await test.call('/api/users/self', { as: 'chika' });
  const code = await pushSampleCode(test);
  const send: Pulls['send'] = async (method, path, as, status, body) =>
    (await expectRow(test, { method, path: `/api/${path}`, as, status, ...(body === undefined ? {} : { body }) })).json;
  const get: Pulls['get'] = (path, as = 'bruno', status = 200) => send('GET', path, as, status);
  const urlOf = (as: string): string => {
    const url = new URL(`${test.base}/plugins/git/meadow-scrum/web.git`);
    [url.username, url.password] = [as, testPassword];
    return url.href;
  };
  const pulls: Pulls = {
    test,
    code,
    send,
    get,
    urlOf,
    show: (id) => get(`pull_requests/${id}`),
    async begin(branch, files, from = 'main', message = branch) {
      await code.git('checkout', '--quiet', '-B', branch, from);
      await code.commit(message, files);
      await code.push('bruno', branch);
    },
    async request(branch, into = 'main', as = 'bruno') {
      const wanted = { repository_id: code.id, repository_dest_id: code.id, branch_src: branch, branch_dest: into };
      return Number(at(await send('POST', 'pull_requests', as, 201, wanted), 'id'));
    },
    permit: (write, patterns = []) =>
      send('PUT', `git/${code.id}/permissions`, 'ana', 200, {
        read: [{ id: '1' }],
        write: write.map((id) => ({ id })),
        rewind: write.map((id) => ({ id })),
        patterns,
      }),
    async catchUp() {
      await code.git('fetch', '--quiet', urlOf('bruno'), '+refs/heads/main:refs/remotes/o/main');
      await code.git('checkout', '--quiet', '-B', 'main', 'refs/remotes/o/main');
    },
    async close() {
      await test.close();
      await rm(dirname(code.folder), { recursive: true });
    },
  };
  await pulls.permit(['101_3']);
  return pulls;
}
