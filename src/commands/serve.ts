// `tepal serve`: the server.
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { App } from '../app.ts';
import { programVersion } from '../features/site/index.ts';
import { invalid } from '../platform/errors.ts';
import { defineCommand, print, UsageError, warn } from './command.ts';
import type { Terminal } from './command.ts';
import { withFolder } from './open-folder.ts';
import { listenFlags, readListenFlags, serveUntilStopped } from './serving.ts';

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
    'tls-cert': { type: 'string', placeholder: 'FILE', meaning: 'certificate chain in PEM, with --tls-key' },
    'tls-key': { type: 'string', placeholder: 'FILE', meaning: 'private key in PEM' },
  },
  summary: 'Answers requests until it is told to stop',
  async run({ flags, folder, io }) {
    const address = readListenFlags(flags);
    const tls = readTls(flags['tls-cert'], flags['tls-key']);
    const work = async (app: App): Promise<void> => {
      if (tls === undefined) await hintAtPlainHttp(app, io);
      const listening = {
        ...address,
        ...(tls === undefined ? {} : { tls }),
        otherPort: (port: number) => `--port ${port}`,
        announce: (baseUrl: string) => print(io, `Tepal ${programVersion} listens at ${baseUrl}/`),
      };
      await serveUntilStopped(app, listening, io);
    };
    await withFolder(folder, io, work, {});
  },
});
