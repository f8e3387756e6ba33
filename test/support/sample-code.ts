// A repository `web` with some history in the scrum sample, pushed by the real git.
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runGit } from './git-client.ts';
import { at, testPassword } from './harness.ts';
import type { TestApp } from './harness.ts';

/** A clone of it, in which tests go on. */
export interface SampleCode {
  id: number;
  folder: string;
  git(...args: readonly string[]): Promise<string>;
  /** Writes files, commits them and gives the hash. */
  commit(message: string, files: Readonly<Record<string, string>>): Promise<string>;
  push(as: string, ...refs: string[]): Promise<void>;
}

const readme = '# Web\n\nWhat Meadow shows, see [the main file](src/main.ts).\n\n![Logo](logo.png)\n';
const logo = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const main = `// Starts the application.
import { serve } from './serve.ts';

const port = 8080;
const name = 'Meadow';

/** Says hello. */
export function greet(who: string): string {
  return \`Hello \${who}, this is \${name}\`;
}

serve(port, greet);
`;

/** Repository 1 of a fresh server. `main` has two commits, `topic` one more than the first of them; `v1` is a tag. */
export async function pushSampleCode(app: TestApp): Promise<SampleCode> {
  for (const as of ['ana', 'bruno']) await app.call('/api/users/self', { as });
  const made = await app.call('/api/git', { method: 'POST', as: 'ana', body: { project_id: 101, name: 'web' } });
  const id = Number(at(made.json, 'id'));
  const work = await mkdtemp(join(tmpdir(), 'tepal-code-'));
  const folder = join(work, 'web');
  await runGit(work, 'init', '--quiet', folder);
  const git = (...args: readonly string[]): Promise<string> => runGit(folder, ...args);
  const commit: SampleCode['commit'] = async (message, files) => {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(join(folder, path, '..'), { recursive: true });
      await writeFile(join(folder, path), path.endsWith('.png') ? Buffer.from(content, 'base64') : content);
    }
    await git('add', '-A');
    await git('commit', '--quiet', '-m', message);
    return (await git('rev-parse', 'HEAD')).trim();
  };
  const push: SampleCode['push'] = async (as, ...refs) => {
    const url = new URL(`${app.base}/plugins/git/meadow-scrum/web.git`);
    [url.username, url.password] = [as, testPassword];
    await git('push', '--quiet', url.href, ...refs);
  };
  await commit('Begin', { 'README.md': readme, 'logo.png': logo, 'src/main.ts': main });
  await git('checkout', '--quiet', '-b', 'topic');
  await commit('Greet by a nicer name', { 'src/main.ts': main.replace("'Meadow'", "'Green Meadow'") });
  await git('checkout', '--quiet', 'main');
  await commit('Serve, see art #17', {
    'src/serve.ts': 'export const serve = (port: number): void => console.log(port);\n',
  });
  await git('tag', 'v1');
  await push('bruno', 'main', 'topic', 'v1');
  return { id, folder, git, commit, push };
}
