// A data folder with as many accounts as a large organisation has.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApp } from '../../src/app.ts';

const atOnce = 100;

/** Adds accounts that nobody signs in to, unless they were added before. */
export async function addAccounts(dataDir: string, count: number): Promise<void> {
  const done = join(dataDir, `accounts-${count}`);
  if (existsSync(done)) return;
  const { features, close } = await openApp({ dataDir, logLevel: 'silent' });
  try {
    for (let start = 0; start < count; start += atOnce) {
      const usernames = Array.from({ length: atOnce }, (_, index) => `colleague_${start + index}`);
      await Promise.all(
        usernames.map((username) => features.people.create({ username, email: `${username}@example.org` })),
      );
    }
  } finally {
    await close();
  }
  writeFileSync(done, '');
}
