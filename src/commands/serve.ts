// `tepal serve`: the server.
import { readFileSync } from 'node:fs';
import type { Address } from 'node:cluster';
import { createSecureContext } from 'node:tls';
import { logFileOf } from '../app.ts';
import type { App } from '../app.ts';
import { programVersion } from '../features/site/index.ts';
import { invalid } from '../platform/errors.ts';
import { resolveSettings } from '../settings/index.ts';
import { defineCommand, print, UsageError, warn } from './command.ts';
import type { Terminal } from './command.ts';
import { withFolder } from './open-folder.ts';
import { formatOrigin, listenFlags, readListenFlags, serveUntilStopped } from './serving.ts';
import { shareAmongWorkers } from './worker-metrics.ts';
import { isWorker, leaveSupervisor, superviseWorkers } from './workers.ts';

/** Both files as text, or undefined when neither is named; throws invalid for files that TLS can't use. */
function readTls(certFile: string | undefined, keyFile: string | undefined): { cert: string; key: string } | undefined {
  if (certFile === undefined && keyFile === undefined) return undefined;
  if (certFile === undefined || keyFile === undefined) throw new UsageError('--tls-cert and --tls-key belong together');
  try {
    const tls = { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') };
    createSecureContext(tls);
    return tls;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw invalid(`TLS can't use the certificate ${certFile} with the key ${keyFile}: ${reason}`);
  }
}

const workersMax = 64;

function readWorkers(text = '1'): number {
  const count = /^[1-9]\d?$/.test(text) ? Number(text) : Infinity;
  if (count > workersMax) {
    throw new UsageError(`--workers can't be ${JSON.stringify(text)}; use a number from 1 to ${workersMax}`);
  }
  return count;
}

/** Tells about a server without TLS that refuses plain HTTP (spec ruling 12). */
export async function hintAtPlainHttp({ features }: App, io: Terminal): Promise<void> {
  const { settings } = await features.site.current();
  if (settings.sys_rest_api_over_http || settings.sys_trusted_proxies.length > 0) return;
  warn(
    io,
    'tepal: warning: plain HTTP requests are refused; use --tls-cert and --tls-key, name a proxy that provides TLS in ' +
      'sys_trusted_proxies, or "tepal config set sys_rest_api_over_http 1"',
  );
}

export const serveCommand = defineCommand({
  name: 'serve',
  operands: [],
  flags: {
    ...listenFlags,
    workers: { type: 'string', placeholder: 'N', meaning: 'processes that answer on the port; default: 1' },
    'tls-cert': { type: 'string', placeholder: 'FILE', meaning: 'certificate chain in PEM, with --tls-key' },
    'tls-key': { type: 'string', placeholder: 'FILE', meaning: 'private key in PEM' },
  },
  summary: 'Answers requests until it is told to stop',
  async run({ flags, folder, io }) {
    const address = readListenFlags(flags);
    const tls = readTls(flags['tls-cert'], flags['tls-key']);
    const workers = readWorkers(flags.workers);
    const sayWhere = (baseUrl: string): void => print(io, `Tepal ${programVersion} listens at ${baseUrl}/`);
    if (workers > 1 && !isWorker()) {
      const hasLogFile = await withFolder(folder, io, async (app) => {
        if (tls === undefined) await hintAtPlainHttp(app, io);
        return logFileOf(folder, resolveSettings(app.settings, [])) !== undefined;
      });
      const scheme = tls === undefined ? 'http' : 'https';
      const announce = ({ port }: Address): void => sayWhere(formatOrigin(scheme, address.host, port));
      return superviseWorkers(workers, { announce, passHangUps: hasLogFile }, io);
    }
    const work = async (app: App): Promise<void> => {
      if (tls === undefined && !isWorker()) await hintAtPlainHttp(app, io);
      const listening = {
        ...address,
        ...(tls === undefined ? {} : { tls }),
        otherPort: (port: number) => `--port ${port}`,
        ...(isWorker() ? { isQuiet: true, shareMetrics: shareAmongWorkers } : {}),
        announce: isWorker() ? () => {} : sayWhere,
      };
      await serveUntilStopped(app, listening, io);
    };
    try {
      await withFolder(folder, io, work, {});
    } finally {
      leaveSupervisor();
    }
  },
});
