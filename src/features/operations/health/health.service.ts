// A look at the whole installation: for `tepal doctor`, and for administrators in pages.
import { asIs, doubtful, ok, places, wrong } from './check-up.ts';
import type { CheckUp, Finding, HealthLanguage, Patient } from './check-up.ts';
import { checkClock, checkDatabase, checkFolder, checkRoom } from './place-checks.ts';
import { checkAddress, checkDirectory, checkEncryption, checkGit, checkMail, checkWork } from './service-checks.ts';

/** undefined: there is nothing to look at. */
type Check = (patient: Patient) => Finding | undefined | Promise<Finding | undefined>;

const checkSettings: Check = ({ settings: { warnings } }) =>
  warnings.length === 0
    ? ok({ en: 'all valid', fr: 'tous valides' })
    : doubtful(asIs(warnings.join('; ')), {
        en: 'correct these files',
        fr: 'corrigez ces fichiers',
      });

const checks: readonly (readonly [what: keyof typeof places, check: Check])[] = [
  ['settings', checkSettings],
  ['folder', checkFolder],
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
  look(language: HealthLanguage): Promise<CheckUp[]>;
}

const failed = (error: unknown): Finding => {
  const reason = error instanceof Error ? error.message : String(error);
  return wrong(
    { en: `the check failed: ${reason}`, fr: `la vérification a échoué : ${reason}` },
    { en: 'check the permissions of the account', fr: 'vérifiez les permissions du compte' },
  );
};

export const createHealth = (patient: Patient): Health => ({
  async look(language) {
    const found = await Promise.all(
      checks.map(async ([what, check]) => {
        const finding = await Promise.resolve(patient).then(check).catch(failed);
        return finding === undefined ? [] : [viewFinding(places[what][language], finding, language)];
      }),
    );
    return found.flat();
  },
});

const viewFinding = (what: string, { state, finding, remedy }: Finding, language: HealthLanguage): CheckUp => ({
  what,
  state,
  finding: finding[language],
  ...(remedy === undefined ? {} : { remedy: remedy[language] }),
});
