// Trials of what settings name: a mail that is sent, a directory that is asked, bytes that are stored, a call that is made.
import { randomBytes } from 'node:crypto';
import { oneChunk } from '../../platform/blobs/index.ts';
import type { BlobStore } from '../../platform/blobs/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { DomainError, invalid } from '../../platform/errors.ts';
import { lines, says } from '../../platform/texts/said.ts';
import type { Said } from '../../platform/texts/said.ts';
import { isMailAddress, mailDestinationOf, openTransport } from '../../platform/mail/index.ts';
import { NoAnswerError, post } from '../../platform/outgoing.ts';
import type { Settings } from '../../settings/index.ts';
import type { Patient } from './health/check-up.ts';

export const trialKinds = ['mail', 'directory', 'storage', 'webhook'] as const;
export type TrialKind = (typeof trialKinds)[number];

export interface TrialOutcome {
  isGood: boolean;
  /** What was done, or why it could not be. */
  finding: string | Said;
}

interface Deps extends Pick<Patient, 'directory' | 'dataDir'> {
  blobs: BlobStore;
  clock: Clock;
}

/** Of a mail that is handed over, or a call. */
const trialTimeoutMs = 15_000;

/** Does the real thing once. `target` is an address for a mail, a URL for a webhook. Throws invalid where that is missing. */
export async function tryOut(deps: Deps, settings: Settings, kind: TrialKind, target: string): Promise<TrialOutcome> {
  if (kind === 'mail' && !isMailAddress(target))
    throw invalid(says('trial.mail')`must be an e-mail address for a mail`, 'target');
  if (kind === 'webhook' && !/^https?:$/.test(URL.parse(target)?.protocol ?? ''))
    throw invalid(says('trial.webhook')`must be a URL that begins with http:// or https:// for a webhook`, 'target');
  try {
    return { isGood: true, finding: await trials[kind](deps, settings, target) };
  } catch (error) {
    return { isGood: false, finding: reasonOf(error) };
  }
}

type Trial = (deps: Deps, settings: Settings, target: string) => Promise<Said>;

/** Why a trial failed, in words that have a name. */
class FailedTrial extends Error {
  readonly sentence: Said;

  constructor(sentence: Said) {
    super(sentence.text);
    this.sentence = sentence;
  }
}

const reasonOf = (error: unknown): string | Said => {
  if (error instanceof FailedTrial || error instanceof DomainError || error instanceof NoAnswerError)
    return error.sentence;
  return error instanceof Error ? error.message : String(error);
};

const trials: Readonly<Record<TrialKind, Trial>> = {
  async mail({ dataDir, clock }, settings, to) {
    const destination = mailDestinationOf(dataDir, settings);
    const transport = await openTransport(destination);
    if (transport === undefined)
      throw new FailedTrial(says('trial.no-mail')`mail is turned off (mail_transport is none)`);
    try {
      const mail = {
        from: destination.sender,
        to,
        subject: `Trial mail of ${settings.sys_name}`,
        text: `${settings.sys_name} can send mail.\n`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      };
      // No row of the outbox has this id.
      await transport.send(mail, clock.nowMs(), AbortSignal.timeout(trialTimeoutMs));
    } finally {
      transport.close();
    }
    return destination.transport === 'smtp'
      ? says('trial.mail-taken')`${destination.smtp.host} accepted a mail to ${to}`
      : says('trial.mail-file')`a mail to ${to} was written to a file in ${destination.captureFolder}`;
  },
  async directory({ directory }) {
    const surveys = await directory.checkServers();
    const broken = surveys.filter(({ problem }) => problem !== undefined);
    if (broken.length > 0)
      throw new FailedTrial(
        lines(broken.map(({ server, problem }) => says('trial.directory-problem')`${server}: ${problem ?? ''}`)),
      );
    return lines(
      surveys.map(
        ({ server, people, groups }) =>
          says('trial.directory')`${server} responded: ${people.length} sample users, groups: ${groups}`,
      ),
    );
  },
  async storage({ blobs }) {
    const sent = randomBytes(1024);
    const { name } = await blobs.write(oneChunk(sent));
    try {
      const read: Uint8Array[] = [];
      for await (const chunk of blobs.read(name)) read.push(chunk);
      if (!Buffer.concat(read).equals(sent))
        throw new FailedTrial(
          says('trial.other-bytes')`${blobs.describe(name)} returned other content than was written`,
        );
    } finally {
      await blobs.remove(name);
    }
    return says('trial.stored')`1024 bytes were written, read and deleted: ${blobs.describe(name)}`;
  },
  async webhook(_deps, settings, url) {
    const body = JSON.stringify({ action: 'ping', site: settings.sys_name });
    const isPrivateAllowed = settings.outgoing_private_addresses;
    const status = await post(url, body, { isPrivateAllowed, signal: AbortSignal.timeout(trialTimeoutMs) });
    if (status >= 300) throw new FailedTrial(says('trial.answers')`${url} responded with ${status}`);
    return says('trial.answers')`${url} responded with ${status}`;
  },
};
