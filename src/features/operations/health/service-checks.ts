// What the site needs of other programs: the certificate, mail, the directory, Git; and the work that it left undone.
import { certificateEndMs, readCertificate } from '../../../platform/http/index.ts';
import { mailPlaceOf, openTransport } from '../../../platform/mail/index.ts';
import { formatIso } from '../../../platform/texts/dates.ts';
import { publicUrl } from '../../../settings/index.ts';
import type { Settings } from '../../../settings/index.ts';
import { doubtful, ok, wrong } from './check-up.ts';
import type { CheckUp, Patient } from './check-up.ts';

const settingsOf = async ({ site }: Patient): Promise<Settings> => (await site.current()).settings;

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export async function checkEncryption(patient: Patient): Promise<CheckUp> {
  const settings = await settingsOf(patient);
  const { tls_certificate_file: cert, tls_key_file: key, sys_trusted_proxies: proxies } = settings;
  if (cert !== '') return checkCertificate({ cert, key }, patient.clock.nowMs());
  if (settings.sys_rest_api_over_http)
    return doubtful(
      'encryption',
      'the API answers over plain HTTP: passwords can be read on the way',
      '"tepal config set tls_certificate_file FILE", or a proxy that ends TLS in sys_trusted_proxies; then ' +
        '"tepal config set sys_rest_api_over_http 0"',
    );
  if (proxies.length > 0) return ok('encryption', `by a proxy, one of ${proxies.join(', ')}`);
  return doubtful(
    'encryption',
    'no setting names a certificate or a proxy; without --tls-cert nobody gets an answer',
    'set tls_certificate_file and tls_key_file, or sys_trusted_proxies',
  );
}

const renewalMs = 14 * 24 * 3600 * 1000;

function checkCertificate(files: { cert: string; key: string }, nowMs: number): CheckUp {
  const what = 'encryption';
  const remedy = `renew ${files.cert}; the running server takes it up`;
  try {
    const endMs = certificateEndMs(readCertificate(files));
    const finding = `the certificate is valid until ${formatIso(endMs)}`;
    if (endMs < nowMs) return wrong(what, `the certificate was valid until ${formatIso(endMs)}`, remedy);
    return endMs < nowMs + renewalMs ? doubtful(what, finding, remedy) : ok(what, finding);
  } catch (error) {
    return wrong(what, reasonOf(error), 'set tls_certificate_file and tls_key_file to files that belong together');
  }
}

export async function checkAddress(patient: Patient): Promise<CheckUp> {
  const settings = await settingsOf(patient);
  const url = publicUrl(settings);
  if (settings.public_url === '' && settings.sys_default_domain === 'localhost')
    return doubtful(
      'address',
      `links in mails start with ${url}, which leads nowhere on other machines`,
      '"tepal config set sys_default_domain NAME"',
    );
  return ok('address', `links start with ${url}`);
}

export async function checkMail(patient: Patient): Promise<CheckUp> {
  const place = mailPlaceOf(patient.dataDir, await settingsOf(patient));
  const remedy = '"tepal config list" shows what is set; look at those that start with mail_';
  try {
    const transport = await openTransport(place);
    if (transport === undefined)
      return doubtful(
        'mail',
        'none is sent: nobody is told of changes, lost passwords stay lost',
        'set mail_transport',
      );
    try {
      await transport.check();
    } finally {
      transport.close();
    }
    return place.transport === 'smtp'
      ? ok('mail', `${place.smtp.host} takes mail`)
      : doubtful('mail', `mails become files in ${place.captureFolder}`, 'set mail_transport to smtp');
  } catch (error) {
    return wrong('mail', `${place.smtp.host}: ${reasonOf(error)}`, remedy);
  }
}

export async function checkDirectory(patient: Patient): Promise<CheckUp | undefined> {
  const settings = await settingsOf(patient);
  if (settings.sys_auth_type !== 'ldap') return undefined;
  const surveys = await patient.directory.checkServers();
  const broken = surveys.filter(({ problem }) => problem !== undefined);
  const finding = broken.map(({ server, problem }) => `${server}: ${problem ?? ''}`).join('; ');
  if (broken.length > 0) return wrong('directory', finding, '"tepal ldap check" tells more');
  return ok('directory', `${surveys.map(({ server }) => server).join(', ')}: answers`);
}

export async function checkGit(patient: Patient): Promise<CheckUp> {
  const version = await patient.sourceControl.git.findVersion();
  return version === undefined
    ? doubtful('git', 'it is not installed, or does not run', 'install it; without, repositories are answered 503')
    : ok('git', version);
}

export async function checkWork({ systemEvents, outbox, listFollowers }: Patient): Promise<CheckUp> {
  const firstOnly = { limit: 1, offset: 0 };
  const [jobs, { size: mails }, states] = await Promise.all([
    systemEvents.listJobs({ status: 'failed' }, firstOnly),
    outbox.list('failed', firstOnly),
    listFollowers(),
  ]);
  const behind = states.filter((state) => state.behind > manyEvents);
  if (jobs.length > 0)
    return wrong('work', 'jobs were given up', '"tepal jobs list --status failed", then "tepal jobs retry failed"');
  if (mails > 0)
    return wrong(
      'work',
      `${mails} mails were given up`,
      '"tepal mail outbox --status failed", then "tepal mail resend failed"',
    );
  if (behind.length > 0)
    return doubtful(
      'work',
      behind.map((state) => `${state.name} is ${state.behind} events behind`).join(', '),
      'look at the log of the server; does it run?',
    );
  return ok('work', 'nothing was given up, nothing is behind');
}

/** Events that wait for a follower, such as the search index, while all is well. */
const manyEvents = 10_000;
