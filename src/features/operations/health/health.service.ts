// A look at the whole installation: for `tepal doctor`, and for administrators in pages.
import { wrong } from './check-up.ts';
import type { CheckUp, Patient } from './check-up.ts';
import { checkClock, checkDatabase, checkFolder, checkRoom } from './place-checks.ts';
import { checkAddress, checkDirectory, checkEncryption, checkGit, checkMail, checkWork } from './service-checks.ts';

/** undefined: there is nothing to look at. */
type Check = (patient: Patient) => CheckUp | undefined | Promise<CheckUp | undefined>;

const checkSettings: Check = ({ settings: { warnings } }) =>
  warnings.length === 0
    ? { what: 'settings', state: 'ok', finding: 'all are understood' }
    : { what: 'settings', state: 'doubtful', finding: warnings.join('; '), remedy: 'change the files that are named' };

const checks: readonly (readonly [what: string, check: Check])[] = [
  ['settings', checkSettings],
  ['data folder', checkFolder],
  ['disk', checkRoom],
  ['database', checkDatabase],
  ['clock', checkClock],
  ['encryption', checkEncryption],
  ['address', checkAddress],
  ['mail', checkMail],
  ['directory', checkDirectory],
  ['git', checkGit],
  ['work', checkWork],
];

export interface Health {
  /** What was found, in the order of the checks. A check that can't be made is a finding of its own. */
  look(): Promise<CheckUp[]>;
}

export const createHealth = (patient: Patient): Health => ({
  async look() {
    const found = await Promise.all(
      checks.map(async ([what, check]) => {
        try {
          return await check(patient);
        } catch (error) {
          const reason = error instanceof Error ? error.message : String(error);
          return wrong(what, `it could not be looked at: ${reason}`, 'see that the account may read it');
        }
      }),
    );
    return found.filter((checkUp) => checkUp !== undefined);
  },
});
