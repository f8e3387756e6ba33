// What the site needs of other programs: the certificate, mail, the directory, Git; and the work that it left undone.
import { certificateEndMs, readCertificate } from '../../../platform/tls.ts';
import { mailDestinationOf, openTransport } from '../../../platform/mail/index.ts';
import { formatIso } from '../../../platform/texts/dates.ts';
import { publicUrl } from '../../../settings/index.ts';
import type { Settings } from '../../../settings/index.ts';
import { asIs, doubtful, ok, wrong } from './check-up.ts';
import type { Finding, Patient, Said } from './check-up.ts';

const settingsOf = async ({ site }: Patient): Promise<Settings> => (await site.current()).settings;

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export async function checkEncryption(patient: Patient): Promise<Finding> {
  const settings = await settingsOf(patient);
  const { tls_certificate_file: cert, tls_key_file: key, sys_trusted_proxies: proxies } = settings;
  if (cert !== '') return checkCertificate({ cert, key }, patient.clock.nowMs());
  if (settings.sys_rest_api_over_http)
    return doubtful(
      {
        en: 'the API is available over plain HTTP: passwords can be intercepted',
        fr: 'l’API répond en HTTP sans chiffrement : les mots de passe peuvent être interceptés',
      },
      {
        en: '"tepal config set tls_certificate_file FILE", or add a TLS proxy to sys_trusted_proxies; then "tepal config set sys_rest_api_over_http 0"',
        fr: '« tepal config set tls_certificate_file FICHIER », ou ajoutez un proxy TLS à sys_trusted_proxies ; puis « tepal config set sys_rest_api_over_http 0 »',
      },
    );
  if (proxies.length > 0)
    return ok({ en: `by a proxy, one of ${proxies.join(', ')}`, fr: `par un proxy, l’un de ${proxies.join(', ')}` });
  return doubtful(
    {
      en: 'no certificate or proxy is configured; without --tls-cert the server does not respond',
      fr: 'aucun certificat ni proxy n’est configuré ; sans --tls-cert, le serveur ne répond pas',
    },
    {
      en: 'set tls_certificate_file and tls_key_file, or sys_trusted_proxies',
      fr: 'définissez tls_certificate_file et tls_key_file, ou sys_trusted_proxies',
    },
  );
}

const renewalMs = 14 * 24 * 3600 * 1000;

function checkCertificate(files: { cert: string; key: string }, nowMs: number): Finding {
  const remedy = {
    en: `renew ${files.cert}; no restart is needed`,
    fr: `renouvelez ${files.cert} ; aucun redémarrage n’est nécessaire`,
  };
  try {
    const endMs = certificateEndMs(readCertificate(files));
    const end = formatIso(endMs);
    if (endMs < nowMs)
      return wrong({ en: `the certificate expired on ${end}`, fr: `le certificat a expiré le ${end}` }, remedy);
    const finding = { en: `the certificate is valid until ${end}`, fr: `le certificat est valable jusqu’au ${end}` };
    return endMs < nowMs + renewalMs ? doubtful(finding, remedy) : ok(finding);
  } catch (error) {
    return wrong(asIs(reasonOf(error)), {
      en: 'set tls_certificate_file and tls_key_file to matching files',
      fr: 'définissez tls_certificate_file et tls_key_file par des fichiers correspondants',
    });
  }
}

export async function checkAddress(patient: Patient): Promise<Finding> {
  const settings = await settingsOf(patient);
  const url = publicUrl(settings);
  if (settings.public_url === '' && settings.sys_default_domain === 'localhost')
    return doubtful(
      {
        en: `links in mails start with ${url}, which does not work on other computers`,
        fr: `les liens des courriels commencent par ${url}, qui ne marche pas depuis d’autres ordinateurs`,
      },
      {
        en: '"tepal config set sys_default_domain NAME"',
        fr: '« tepal config set sys_default_domain NOM »',
      },
    );
  return ok({ en: `links start with ${url}`, fr: `les liens commencent par ${url}` });
}

export async function checkMail(patient: Patient): Promise<Finding> {
  const destination = mailDestinationOf(patient.dataDir, await settingsOf(patient));
  const remedy = {
    en: 'check the settings that start with mail_ in "tepal config list"',
    fr: 'vérifiez les paramètres qui commencent par mail_ dans « tepal config list »',
  };
  try {
    const transport = await openTransport(destination);
    if (transport === undefined)
      return doubtful(
        {
          en: 'mail is turned off: no notifications are sent, and passwords cannot be reset',
          fr: 'les courriels sont désactivés : aucune notification n’est envoyée, et les mots de passe ne peuvent pas être réinitialisés',
        },
        { en: 'set mail_transport', fr: 'définissez mail_transport' },
      );
    try {
      await transport.check();
    } finally {
      transport.close();
    }
    return destination.transport === 'smtp'
      ? ok({ en: `${destination.smtp.host} accepts mail`, fr: `${destination.smtp.host} accepte le courriel` })
      : doubtful(
          {
            en: `mails are written to files in ${destination.captureFolder}`,
            fr: `les courriels sont écrits dans des fichiers de ${destination.captureFolder}`,
          },
          { en: 'set mail_transport to smtp', fr: 'mettez mail_transport à smtp' },
        );
  } catch (error) {
    return wrong(asIs(`${destination.smtp.host}: ${reasonOf(error)}`), remedy);
  }
}

export async function checkDirectory(patient: Patient): Promise<Finding | undefined> {
  const settings = await settingsOf(patient);
  if (settings.sys_auth_type !== 'ldap') return undefined;
  const surveys = await patient.directory.checkServers();
  const broken = surveys.filter(({ problem }) => problem !== undefined);
  const finding = broken.map(({ server, problem }) => `${server}: ${problem ?? ''}`).join('; ');
  if (broken.length > 0)
    return wrong(asIs(finding), {
      en: 'run "tepal ldap check" for details',
      fr: 'lancez « tepal ldap check » pour les détails',
    });
  const servers = surveys.map(({ server }) => server).join(', ');
  return ok({ en: `${servers}: responds`, fr: `${servers} : répond` });
}

export async function checkGit(patient: Patient): Promise<Finding> {
  const version = await patient.sourceControl.git.findVersion();
  return version === undefined
    ? doubtful(
        { en: 'not installed, or not working', fr: 'pas installé, ou ne fonctionne pas' },
        {
          en: 'install it; without it, requests for repositories return 503',
          fr: 'installez-le ; sans lui, les requêtes pour les dépôts renvoient 503',
        },
      )
    : ok(asIs(version));
}

export async function checkWork({ systemEvents, outbox, listFollowers }: Patient): Promise<Finding> {
  const firstOnly = { limit: 1, offset: 0 };
  const [jobs, { size: mails }, states] = await Promise.all([
    systemEvents.listJobs({ status: 'failed' }, firstOnly),
    outbox.list('failed', firstOnly),
    listFollowers(),
  ]);
  const behind = states.filter((state) => state.behind > manyEvents);
  if (jobs.length > 0)
    return wrong(
      { en: 'some jobs failed', fr: 'des tâches ont échoué' },
      inTurn('tepal jobs list --status failed', 'tepal jobs retry failed'),
    );
  if (mails > 0)
    return wrong(
      { en: `${mails} mails could not be sent`, fr: `courriels non envoyés : ${mails}` },
      inTurn('tepal mail outbox --status failed', 'tepal mail resend failed'),
    );
  if (behind.length > 0)
    return doubtful(
      {
        en: behind.map((state) => `${state.name} is ${state.behind} events behind`).join(', '),
        fr: behind.map((state) => `${state.name} a ${state.behind} événements de retard`).join(', '),
      },
      {
        en: 'check that the server is running, and see its log',
        fr: 'vérifiez que le serveur fonctionne, et consultez son journal',
      },
    );
  return ok({
    en: 'no failed jobs or mails, nothing is behind',
    fr: 'aucune tâche ni aucun courriel en échec, rien n’est en retard',
  });
}

/** Two commands, one after the other. */
const inTurn = (first: string, second: string): Said => ({
  en: `"${first}", then "${second}"`,
  fr: `« ${first} », puis « ${second} »`,
});

/** Events that wait for a follower, such as the search index, while all is well. */
const manyEvents = 10_000;
