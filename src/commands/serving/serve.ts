// `tepal serve`: the server.
import type { Address } from 'node:cluster';
import type { App } from '../../app.ts';
import { programVersion } from '../../features/site/index.ts';
import { readCertificate } from '../../platform/tls.ts';
import type { Certificate } from '../../platform/tls.ts';
import { growSlowly } from '../../platform/memory/garbage.ts';
import { compileNothing } from '../../platform/memory/machine-code.ts';
import { loadSettings, resolveSettings, SettingsError } from '../../settings/index.ts';
import type { Settings } from '../../settings/index.ts';
import { defineCommand, print, UsageError, warn } from '../../platform/command-line/command.ts';
import type { Terminal } from '../../platform/command-line/command.ts';
import { drawMetricsToken } from '../init.ts';
import { withFolder, withNewFolder } from '../open-folder.ts';
import { isFree } from '../require-database.ts';
import { formatOrigin, listenFlags, readListenFlags, serveUntilStopped } from './serving.ts';
import type { Listening } from './serving.ts';
import { shareAmongWorkers } from './worker-metrics.ts';
import { askSupervisorToRestart, isWorker, leaveSupervisor, superviseWorkers } from './workers.ts';

/** Where TLS ends here: the files of the flags, else of the settings. Throws for one file without the other. */
function findCertificate(
  { 'tls-cert': cert, 'tls-key': key }: Readonly<Record<'tls-cert' | 'tls-key', string | undefined>>,
  { tls_certificate_file, tls_key_file }: Settings,
): Certificate | undefined {
  if ((cert === undefined) !== (key === undefined)) throw new UsageError('use --tls-cert and --tls-key together');
  if (cert !== undefined && key !== undefined) return { cert, key };
  if ((tls_certificate_file === '') !== (tls_key_file === '')) {
    throw new SettingsError('set both tls_certificate_file and tls_key_file, or neither');
  }
  return tls_key_file === '' ? undefined : { cert: tls_certificate_file, key: tls_key_file };
}

type Plan = Pick<Listening, 'host' | 'port' | 'tls' | 'redirectPort'>;

/** What the settings and the flags say about listening. Throws SettingsError for settings that do not go together. */
function planListening(
  flags: Parameters<typeof readListenFlags>[0] & Parameters<typeof findCertificate>[0],
  folder: string,
): Plan {
  const settings = resolveSettings(loadSettings({ dataDir: folder }), []);
  const tls = findCertificate(flags, settings);
  if (tls === undefined && settings.http_redirect_port !== 0) {
    throw new SettingsError('http_redirect_port needs HTTPS to redirect to; set tls_certificate_file and tls_key_file');
  }
  if (tls !== undefined) readCertificate(tls);
  return { ...readListenFlags(flags), tls, redirectPort: settings.http_redirect_port };
}

/** Processes that one `tepal serve` starts; a larger `--workers` is refused. */
const workersMax = 64;

function readWorkers(text = '1'): number {
  const count = /^[1-9]\d?$/.test(text) ? Number(text) : Infinity;
  if (count > workersMax) {
    throw new UsageError(`--workers can't be ${JSON.stringify(text)}; use a number from 1 to ${workersMax}`);
  }
  return count;
}

/** Tells how a site without accounts gets its first one. */
async function hintAtFirstStart({ features }: App, io: Terminal): Promise<void> {
  const code = await features.firstStart.findCode();
  if (code !== undefined)
    print(io, `This site has no accounts yet; open /first-start in a browser and enter this code: ${code}`);
}

/** Tells about a server without TLS that refuses plain HTTP (spec ruling 12). */
export async function hintAtPlainHttp({ features }: App, io: Terminal): Promise<void> {
  const { settings } = await features.site.current();
  if (await features.firstStart.isOpen()) return;
  if (settings.sys_rest_api_over_http || settings.sys_trusted_proxies.length > 0) return;
  warn(
    io,
    'tepal: warning: plain HTTP requests are rejected; set tls_certificate_file and tls_key_file, add a TLS proxy to ' +
      'sys_trusted_proxies, or run "tepal config set sys_rest_api_over_http 1"',
  );
}

/** What is worth knowing before anybody asks this server. */
async function hint(app: App, hasTls: boolean, io: Terminal): Promise<void> {
  if (!hasTls) await hintAtPlainHttp(app, io);
  await hintAtFirstStart(app, io);
}

/** Makes the database of a folder that is absent or empty; its accounts are made in a browser. Other folders stay as they are. */
async function prepareFreeFolder(folder: string, io: Terminal): Promise<void> {
  if (isFree(folder)) await withNewFolder(folder, io, drawMetricsToken);
}

/** Tells about a server whose repositories nobody can reach. */
async function hintAtMissingGit({ features, logger }: App): Promise<void> {
  const { settings } = await features.site.current();
  if (settings.git_http_url && (await features.sourceControl.git.findVersion()) === undefined)
    logger.warn('git is not installed, or does not work: requests for Git repositories return 503');
}

type End = 'stop' | 'restart';
type Serve = (app: App) => Promise<End>;

const otherPort = (port: number): string => `--port ${port}`;

/** Serves until a stop signal, or until somebody asks for a restart, after which the folder is opened again. */
function serveAlone(plan: () => Plan, announce: (baseUrl: string) => void, io: Terminal): Serve {
  let stopped: Promise<End> | undefined;
  let boundPort: number | undefined;
  return async (app) => {
    const { promise: asked, resolve: ask } = Promise.withResolvers<End>();
    stopped ??= io.waitForStop().then((): End => 'stop');
    const end = Promise.race([stopped, asked]);
    app.features.restarts.offer({ check: () => void plan(), restart: () => ask('restart') });
    const { port, ...listening } = plan();
    await hint(app, listening.tls !== undefined, io);
    const serving = serveUntilStopped(
      app,
      {
        ...listening,
        // A port that the system chose stays the same after a restart.
        port: boundPort ?? port,
        otherPort,
        announce(baseUrl) {
          boundPort = Number(new URL(baseUrl).port) || port;
          announce(baseUrl);
        },
      },
      { ...io, waitForStop: async () => void (await end) },
    );
    await Promise.all([serving, hintAtMissingGit(app)]);
    return end;
  };
}

/** Serves until the supervisor stops this process; it restarts all of its workers when this one is asked. */
function serveAsWorker(plan: () => Plan, io: Terminal): Serve {
  return async (app) => {
    app.features.restarts.offer({ check: () => void plan(), restart: askSupervisorToRestart });
    const quiet = { isQuiet: true, shareMetrics: shareAmongWorkers, announce: () => {} };
    await serveUntilStopped(app, { ...plan(), otherPort, ...quiet }, io);
    return 'stop';
  };
}

export const serveCommand = defineCommand({
  name: 'serve',
  operands: [],
  flags: {
    ...listenFlags,
    workers: { type: 'string', placeholder: 'N', meaning: 'number of server processes; default: 1' },
    'tls-cert': {
      type: 'string',
      placeholder: 'FILE',
      meaning: 'certificate chain in PEM, with --tls-key; default: tls_certificate_file',
    },
    'tls-key': { type: 'string', placeholder: 'FILE', meaning: 'private key in PEM; default: tls_key_file' },
  },
  summary: 'Run the server until it is stopped',
  async run({ flags, folder, io }) {
    growSlowly();
    compileNothing();
    const { tls, host } = planListening(flags, folder);
    const workers = readWorkers(flags.workers);
    await prepareFreeFolder(folder, io);
    const sayWhere = (baseUrl: string): void => print(io, `Tepal ${programVersion} listens at ${baseUrl}/`);
    if (workers > 1 && !isWorker()) {
      await withFolder(folder, io, (app) => hint(app, tls !== undefined, io));
      const scheme = tls === undefined ? 'http' : 'https';
      const announce = ({ port }: Address): void => sayWhere(formatOrigin(scheme, host, port));
      return superviseWorkers(workers, announce, io);
    }
    const plan = (): Plan => planListening(flags, folder);
    const work = isWorker() ? serveAsWorker(plan, io) : serveAlone(plan, sayWhere, io);
    try {
      while ((await withFolder(folder, io, work, {})) === 'restart');
    } finally {
      leaveSupervisor();
    }
  },
});
