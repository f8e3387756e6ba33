// `npm run audit`: asks the registry for known weaknesses of the locked packages. Ends with 0 when there are none, with 1
// when there are some, and with 3 when the registry gave no answer: that is no pass. With --offline-ok, for places that
// are known to have no such service, the last one warns and ends with 0.
import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { root } from './install.mjs';

/** What npm's report means: the exit status and a sentence. */
export function judgeReport(text) {
  let report;
  try {
    report = JSON.parse(text.slice(Math.max(0, text.indexOf('{'))));
  } catch {
    return { status: 3, sentence: 'npm printed no report' };
  }
  const counts = report.metadata?.vulnerabilities;
  if (counts === undefined) {
    return {
      status: 3,
      sentence: `the registry gave no answer: ${report.message ?? report.error?.summary ?? 'no reason'}`,
    };
  }
  const names = Object.keys(report.vulnerabilities ?? {});
  return counts.total === 0
    ? { status: 0, sentence: `no known weakness in ${report.metadata.dependencies?.total ?? 'any'} packages` }
    : { status: 1, sentence: `${counts.total} known weaknesses, in ${names.join(', ')}` };
}

function runAudit(args) {
  const { stdout } = spawnSync('npm', ['audit', '--json'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  const { status, sentence } = judgeReport(stdout ?? '');
  if (status === 0) {
    process.stdout.write(`audit: ${sentence}\n`);
    return 0;
  }
  if (status === 3) {
    process.stderr.write(`audit: NOT CHECKED, ${sentence}\n`);
    return args.includes('--offline-ok') ? 0 : 3;
  }
  process.stderr.write(`audit: ${sentence}; "npm audit" tells more\n`);
  return 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = runAudit(process.argv.slice(2));
