// Servers that break what Tepal promises: whether the checks after a kill notice it.
import { join } from 'node:path';
import { runCrashes } from './crash.ts';
import type { CrashOptions } from './crash.ts';

/** What the checks say of each kind that sabotage.ts knows. */
const complaints = {
  'late commits': /lost|gone|acknowledged is|there is no (?:artifact|user group)/,
  'lost keys': /its search keys are not those of its values/,
  'lost comments': /is half written: its comment is ""/,
};

export type Sabotage = keyof typeof complaints;
export const sabotages: readonly Sabotage[] = ['late commits', 'lost keys', 'lost comments'];

const killsMax = 40;

/** Kills such a server until the checks find something: undefined where that is right, else all that they found. */
export async function missSabotage(
  kind: Sabotage,
  site: Pick<CrashOptions, 'dataDir' | 'credentials' | 'seed'>,
): Promise<string | undefined> {
  const server = { imports: [join(import.meta.dirname, 'sabotage.ts')], env: { SABOTAGE: kind } };
  const report = await runCrashes({ ...site, kills: killsMax, server });
  return report.findings.some((finding) => complaints[kind].test(finding)) ? undefined : JSON.stringify(report);
}
