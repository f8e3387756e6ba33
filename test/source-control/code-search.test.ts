// Engine: both
// The search in files of repositories over REST: what it finds, for whom, and where it ends.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { runGit, skipGit } from '../support/git-client.ts';
import { at, startApp, testPassword } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectRow, listAt, sampleFolder } from '../support/scenario.ts';

describe('search in files', { skip: skipGit }, () => {
  let test: TestApp;
  let work: string;

  const search = async (as: string | undefined, q: string, more = ''): Promise<unknown> => {
    const path = `/api/code_search?q=${encodeURIComponent(q)}${more}`;
    return (await expectRow(test, { path, ...(as === undefined ? {} : { as }), status: 200 })).json;
  };
  const paths = async (as: string | undefined, q: string, more = ''): Promise<string[]> =>
    listAt(await search(as, q, more), 'results').map(
      (one) => `${String(at(one, 'repository.name'))}/${String(at(one, 'path'))}`,
    );

  async function push(name: string, reader: string, files: Record<string, string | Uint8Array>): Promise<void> {
    const body = { project_id: 101, name };
    const made = await expectRow(test, { method: 'POST', path: '/api/git', as: 'ana', body, status: 201 });
    const id = Number(at(made.json, 'id'));
    const permissions = { read: [{ id: reader }], write: [{ id: '101_3' }], rewind: [] };
    await expectRow(test, {
      method: 'PUT',
      path: `/api/git/${id}/permissions`,
      as: 'ana',
      body: permissions,
      status: 200,
    });
    const clone = join(work, name);
    await runGit(work, 'init', '--quiet', clone);
    for (const [path, content] of Object.entries(files)) {
      await mkdir(join(clone, path, '..'), { recursive: true });
      await writeFile(join(clone, path), content);
    }
    await runGit(clone, 'add', '-A');
    await runGit(clone, 'commit', '--quiet', '-m', 'first');
    const { host } = new URL(test.base);
    const url = `http://ana:${encodeURIComponent(testPassword)}@${host}/plugins/git/${String(at(made.json, 'path'))}`;
    await runGit(clone, 'push', '--quiet', url, 'HEAD:refs/heads/main');
  }

  before(async () => {
    test = await startApp({ archives: [sampleFolder('scrum')] });
    await test.addUser('stranger');
    for (const as of ['ana', 'bruno']) await test.call('/api/projects/101', { as });
    work = await mkdtemp(join(tmpdir(), 'tepal-code-search-'));
    await push('open', '101_3', {
      'src/config.ts': 'one\nexport const readConfig = (a.b) => 1;\n',
      'docs/a b.md': 'Call READCONFIG first.\n',
      'logo.bin': new Uint8Array([...Buffer.from('readConfig'), 0, 1]),
      'many.txt': 'needle\n'.repeat(40),
    });
    await push('closed', '101_4', { 'secret.ts': 'readConfig of the closed one\n' });
  });
  after(async () => {
    await rm(work, { recursive: true });
    await test.close();
  });

  it('finds lines of text files, whatever the letter case', async () => {
    const found = await search('bruno', 'readconfig', '&project=101');
    assert.deepEqual(await paths('bruno', 'readconfig'), ['open/docs/a b.md', 'open/src/config.ts']);
    assert.deepEqual(at(found, 'results.1.lines'), [{ number: 2, text: 'export const readConfig = (a.b) => 1;' }]);
    assert.deepEqual(
      ['results.1.branch', 'results.1.project.id', 'is_complete', 'repositories_searched'].map((key) => at(found, key)),
      ['main', 101, true, 1],
    );
    assert.match(String(at(found, 'results.1.commit')), /^[0-9a-f]{40}$/);
  });

  it('takes the text as it is: no regular expression, no option of git', async () => {
    assert.deepEqual(await paths('bruno', '(a.b)'), ['open/src/config.ts']);
    assert.deepEqual(await paths('bruno', 'read.onfig'), []);
    assert.deepEqual(await paths('bruno', '--open-files-in-pager=true'), []);
    assert.deepEqual(await paths('bruno', 'HEAD'), []);
    for (const q of ['a', 'x'.repeat(101), 'a\nb', 'a\0b'])
      await expectRow(test, { path: `/api/code_search?q=${encodeURIComponent(q)}`, as: 'bruno', status: 400 });
  });

  it('shows the first lines of a file', async () => {
    const found = await search('bruno', 'needle');
    assert.deepEqual(
      [listAt(found, 'results.0.lines').length, at(found, 'results.0.has_more_lines'), at(found, 'is_complete')],
      [5, true, true],
    );
  });

  it('looks in no repository that its reader may not read', async () => {
    assert.deepEqual(await paths('ana', 'readconfig'), ['closed/secret.ts', 'open/docs/a b.md', 'open/src/config.ts']);
    assert.deepEqual(await paths('stranger', 'closed one'), []);
    assert.deepEqual(await paths(undefined, 'readConfig'), []);
    await expectRow(test, { path: '/api/code_search?q=readConfig&project=999', as: 'bruno', status: 404 });
  });

  it('says so where it does not show all', async () => {
    const files = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`f${index}.txt`, 'crowd\n']));
    await push('crowded', '101_3', files);
    const found = await search('bruno', 'crowd');
    assert.deepEqual([listAt(found, 'results').length, at(found, 'is_complete')], [20, false]);
  });
});
