// A data folder for the harnesses: the scrum sample, and somebody who may change everything in its project.
import { openApp } from '../../src/app.ts';
import { importArchive } from '../../src/features/archive/index.ts';
import { issueToken, testPassword } from '../support/harness.ts';

const scrum = new URL('../../samples/scrum', import.meta.url).pathname;

/** Makes the folder; gives the headers that `ana`, who administers the project 101, is known by. */
export async function makeSite(dataDir: string): Promise<Record<string, string>> {
  const app = await openApp({ dataDir, logLevel: 'silent' });
  try {
    const { people, site } = app.features;
    await people.create({ username: 'root', email: 'root@example.org', isSiteAdmin: true, password: testPassword });
    await site.changeSetting('sys_rest_api_over_http', '1');
    const deps = {
      database: app.database,
      clock: { nowMs: () => Date.now() },
      blobs: app.blobs,
      parts: app.features.parts.archive,
    };
    await importArchive(deps, { path: scrum, as: 'root', mode: { automap: 'A' } });
    await people.change('ana', { password: testPassword });
    return await issueToken(app, 'ana');
  } finally {
    await app.close();
  }
}
