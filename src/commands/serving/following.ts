// What a running server takes up without a restart: live settings in the files, and a new certificate.
import type { Server } from 'node:http';
import type { App } from '../../app.ts';
import { DomainError } from '../../platform/errors.ts';
import { certificateEndMs, readCertificate, renewCertificate } from '../../platform/tls.ts';
import type { Certificate } from '../../platform/tls.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import { watchFiles } from '../../platform/files/watch-files.ts';
import { SettingsError, settingsFiles } from '../../settings/index.ts';
import type { Terminal } from '../../platform/command-line/command.ts';

/** Logs what people can mend in the files; anything else is a defect. */
function explain(logger: Logger, error: unknown, outcome: string): void {
  const isExpected = error instanceof SettingsError || error instanceof DomainError;
  logger.error(isExpected ? { reason: error.message } : { err: error }, outcome);
}

async function followSettings({ features, logger }: App): Promise<void> {
  try {
    const waiting = await features.site.followFiles();
    if (waiting.length > 0) logger.warn({ settings: waiting }, 'changed settings need a restart');
  } catch (error) {
    explain(logger, error, 'the changed configuration files are not valid; the settings stay unchanged');
  }
}

function followCertificate(server: Server, files: Certificate, { features, logger, clock }: App): void {
  try {
    const certificate = readCertificate(files);
    renewCertificate(server, certificate);
    features.mail.doors.renew(certificate);
    const endMs = certificateEndMs(certificate);
    const fields = { until: new Date(endMs).toISOString() };
    if (endMs < clock.nowMs()) logger.warn(fields, 'the new certificate has expired');
    else logger.info(fields, 'new connections use the new certificate');
  } catch (error) {
    explain(logger, error, 'the new certificate is not valid; the previous one stays in use');
  }
}

/**
 * Takes up changes of the configuration files and of the certificate's files, as soon as they are noticed and at SIGHUP,
 * until the function that it gives is called.
 */
export function followFiles(app: App, server: Server, tls: Certificate | undefined, io: Terminal): () => void {
  const onSettings = (): void => void followSettings(app);
  const onCertificate = (): void => (tls === undefined ? undefined : followCertificate(server, tls, app));
  const stops = [
    watchFiles(settingsFiles(app.dataDir), onSettings),
    watchFiles(tls === undefined ? [] : [tls.cert, tls.key], onCertificate),
  ];
  // What changed between the start and the first look.
  onSettings();
  const ignoreHangUps = io.onHangUp?.(() => {
    onSettings();
    onCertificate();
  });
  return () => {
    for (const stop of stops) stop();
    ignoreHangUps?.();
  };
}
