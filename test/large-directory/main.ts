// `npm run bench large-directory`: synchronises accounts with very many people of a real slapd, and prints how long it took and how
// much memory.
import { parseArgs } from 'node:util';
import { startApp } from '../support/harness.ts';
import { ldapSettings, people, startSlapd } from '../support/slapd.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const { values } = parseArgs({ options: { people: { type: 'string', default: '100000' } } });
const count = Number(values.people);
if (!Number.isInteger(count) || count < 1) throw new Error(`--people can't be ${values.people}; use a number above 0`);
const grownMaxMb = 64;
const leavers = 100;
const nameOf = (number: number): string => `person${number}`;

function usedMb(): number {
  if (globalThis.gc === undefined)
    throw new Error('start it by "npm run bench large-directory", which lets it collect garbage');
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1024 / 1024;
}

const slapd = await startSlapd();
const test = await startApp({ settings: ldapSettings(slapd.plainUrl, "$sys_ldap_eduid = 'uid';") });
try {
  await slapd.addMany(
    Array.from({ length: count }, (_, number) => ({
      dn: `uid=${nameOf(number)},${people}`,
      attributes: { objectClass: 'inetOrgPerson', uid: nameOf(number), cn: 'Somebody', sn: 'Somebody' },
    })),
  );
  const accounts = Array.from({ length: count + leavers }, (_, number) => nameOf(number));
  for (let start = 0; start < accounts.length; start += 500) {
    const rows = accounts.slice(start, start + 500).map((name) => ({
      username: name,
      real_name: 'Somebody',
      email: `${name}@example.org`,
      ldap_id: name,
      status: 'A' as const,
      is_site_admin: 0,
      created_at_ms: 0,
      search_text: name,
    }));
    await test.app.database.transact((tx) => tx.insertInto('users').values(rows).execute());
  }
  accounts.length = 0;
  print(`${count} people in the directory, ${count + leavers} linked accounts`);
  const before = usedMb();
  let peak = 0;
  const watch = setInterval(() => (peak = Math.max(peak, usedMb())), 1000);
  const startMs = performance.now();
  const report = await test.app.features.directory.synchronise({ isDryRun: false });
  clearInterval(watch);
  const seconds = (performance.now() - startMs) / 1000;
  print(`${seconds.toFixed(1)} s; ${report.people} people seen, ${report.suspended.length} accounts suspended`);
  print(`memory grew by ${(peak - before).toFixed(0)} MB at most`);
  process.exitCode = peak - before < grownMaxMb && report.suspended.length === leavers ? 0 : 1;
} finally {
  await test.close();
  await slapd.stop();
}
